#pragma once
/// Opening a DUT by its name: the one place that knows every kind of link and what lies above it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/link/exec/sandbox/sandbox.hpp"
#include "rig/link/far_end.hpp"
#include "rig/link/file_exchange.hpp"
#include "rig/link/reset/reset_by.hpp"
#include "rig/link/rtl/model.hpp"
#include "rig/link/rtl/recording.hpp"
#include "rig/link/rtl/simulated_time.hpp"
#include "rig/protocol/contest.hpp"

namespace rig::dut {

struct Kind;

/// A DUT's name, taken apart: `builtin:chess?fault=late` is scheme `builtin`, target `chess`, fault `late`.
/// `exec:` takes everything after the colon as its command.
struct DutName {
  std::string text;  ///< the whole name, as the user wrote it
  const Kind* kind;  ///< the row of its scheme; never null. What it can is asked of the functions below
  std::string scheme;
  std::string target;
  std::map<std::string, std::string> settings;  ///< after the `?`: `fault`, `team`, `trace`
};

/// Reads a name. UsageError for an unknown scheme (with the nearest known one), a missing target or an
/// unknown setting.
DutName parse_dut_name(const std::string& name);

/// The boards that a DUT's name stands for: several equal ones share one name, as in `serial:/dev/ttyUSB0 +
/// serial:/dev/ttyUSB1`. Any other name stands for itself.
std::vector<std::string> boards_named(const std::string& dut);
/// The inverse. UsageError unless all differ and are of one kind that is opened once, by names that can be
/// told apart in the common one.
std::string name_of_boards(const std::vector<std::string>& boards);

/// A line for each kind of DUT, for help texts: `rtl:NAME   a Verilated model built with the project`.
std::vector<std::string> dut_kinds();

/// What kind of thing a DUT of this name is, for whoever reads a certificate: `RTL in simulated time`, `a
/// board on a serial port`. Empty for a name that is none.
std::string kind_of_far_end(const std::string& name);

/// How to open a DUT.
struct OpenOptions {
  const protocol::Contest& contest;
  std::uint64_t seed = 0;  ///< feeds what is random in the far end itself
  /// For boards that the link cannot start anew; RTL and programs on a stream look at `settle` alone.
  ResetBy reset;
  std::function<void(const std::string&)> say;  ///< tells the user what is being waited for; may be empty
  std::filesystem::path folder = {};  ///< for what is played on disk: the run's; empty: each DUT has its own
  Starts starts = Starts::forgotten;  ///< whether what a program over files is started with is kept
  Sandbox sandbox = {};               ///< of a program
  /// Whether a board on a serial port is spoken to at once, to measure what its adapter holds back.
  bool measures = true;
  /// Shared with the other links of a match, by those that keep a time of their own; null: each has its own.
  std::shared_ptr<SimulatedTime> time = {};
  // of RTL alone
  std::shared_ptr<RtlRecording> recording = {};  ///< is told what happens on its lines; null: nothing is
  bool coverage = false;                         ///< a build that counts which of its lines were reached
  std::filesystem::path coverage_file = {};      ///< to which that is written at the end; empty: nowhere
};

/// Opens the far end at which a DUT is. UsageError when the name means nothing, for a kind of DUT that does
/// not speak as the contest is played (in bytes, over files), and for `transcript:`, which is replayed case
/// by case and not opened; RigError when the DUT cannot be reached. Before a board on a serial port is given
/// away, the contest's end and its handshake are said to it a few times: that measures what the adapter holds
/// back (`measures`).
std::unique_ptr<FarEnd> open_dut(const DutName& name, const OpenOptions& options);
/// The same by a name that nobody has parsed yet.
std::unique_ptr<FarEnd> open_dut(const std::string& name, const OpenOptions& options);

/// The RTL behind a name, as it can be simulated again.
struct TracedModel {
  std::shared_ptr<const RtlModel> model;  ///< the build that writes waveforms
  std::uint32_t fault = 0;                ///< the level of its fault pin
};

/// Finds (or builds) it for a DUT that is simulated; throws as open_dut does.
TracedModel open_traced_model(const DutName& name, const OpenOptions& options);

/// The registers of a DUT that is simulated whose value at power-on nothing in the design decides: see
/// rig/link/rtl/left_open.hpp. Throws as open_dut does.
std::vector<std::string> registers_left_open(const DutName& name, const OpenOptions& options);

/// The name of the same simulated DUT with this at power-on: `zero`, or the number of a variation.
DutName with_power_on(const DutName& name, const std::string& power_on);

/// Looks at a DUT's name and at what is to reset it, as far as that can be done without disturbing the DUT.
/// UsageError for a name that means nothing and for a way of resetting that this kind of DUT does not have.
void check_dut(const DutName& name, const ResetBy& reset);

/// UsageError where its device is not on this machine. The file system is asked; nothing is opened.
void require_present(const DutName& name);

/// Whether opening this kind of DUT twice would disturb it: a board resets when its port is opened, and a
/// program connects once.
bool opens_once(const DutName& name);

/// Whether this kind of DUT takes a while after power-on until it can be spoken to: a board, the RTL of one,
/// or a program that is started before it is asked.
bool settles(const DutName& name);

/// Whether this kind of DUT needs a folder on disk to play in.
bool plays_on_disk(const DutName& name);

/// The clock by which this kind of DUT lives.
ClockKind clock_of(const DutName& name);

/// Whether runs on this DUT pass faster or slower than the wall clock, so that they may share the machine's
/// processors without harm to their verdicts.
bool keeps_own_time(const DutName& name);

/// Whether it is a design that the rig simulates, with a model, registers and signals to look at.
bool is_simulated(const DutName& name);

/// Whether it is the record of an earlier run, which is judged again and not opened; its target is the file.
bool is_recorded(const DutName& name);

/// What is done to open it, for the progress line: `building the model my_board`, `opening /dev/ttyUSB0`.
std::string opening_text(const DutName& name);

/// Whether it is a command that the rig starts.
bool starts_a_program(const DutName& name);
/// The same, or RTL that it evaluates: both may be others' work.
bool runs_code_of_others(const DutName& name);

/// Whether the rig sets the bit rate of its line.
bool has_bit_rate(const DutName& name);
/// `HOST:PORT`, where the rig connects to it. Nothing: it does not.
std::optional<std::string> address_to_connect_to(const DutName& name);

}  // namespace rig::dut
