"""Several clocks on one time axis: in units that each of their edges is a whole number of."""

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class CommonTime:
    """The edges of all clocks, which come back after the common period."""

    main_period: int  # units in a period of the first clock
    common_periods: int  # of the first clock, until all clocks are in the same phase again
    others: list[tuple[int, int]]  # (half a period, the first rising edge at or after 0) of each further clock

    @property
    def too_long(self) -> bool:
        """For 64 bits."""
        return self.main_period * self.common_periods >= 1 << 62


def common_time(hz: int, more_clocks: list) -> CommonTime:
    """`more_clocks` have `hz` and `phase`, in degrees."""
    exact = [Fraction(hz), *(Fraction(clock.hz) for clock in more_clocks)]
    scale = math.lcm(*(one.denominator for one in exact))
    frequencies = [int(one * scale) for one in exact]
    second = 720 * math.lcm(*frequencies)
    hz = frequencies[0]
    halves = [second // frequency // 2 for frequency in frequencies[1:]]
    others = [(half, half * clock.phase // 180) for half, clock in zip(halves, more_clocks)]
    return CommonTime(second // hz, hz // math.gcd(*frequencies), others)
