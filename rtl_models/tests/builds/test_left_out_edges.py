"""Falling edges that count, in designs of each kind."""

from left_out import LeftOut


class LeftOutEdgesTest(LeftOut):
    def test_a_falling_edge_that_is_left_out_by_force_shows_in_tx(self):
        for name in ("level", "latch", "gate", "inverted"):
            self.assert_it_shows_in_tx(name)
