#pragma once
/// What several views of the record need to work out from it.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rig/report/record.hpp"

namespace rig::report {

/// The verdict on a whole run. Only mandatory requirements count.
enum class Standing {
  certified,
  with_reservations,  ///< certified, but some mandatory clauses were not assessed: `reservations` names them
  not_conformant,     ///< beats could_not_tell
  could_not_tell,     ///< an error, an inconclusive measurement, a case not run, or nothing was assessed
};
Standing standing_of(const RunRecord& run);

/// The mandatory clauses that the certificate leaves open; none where the run is no certificate.
std::vector<const RequirementRecord*> reservations(const RunRecord& run);

/// Whether something came to no verdict that ought to have one.
bool is_unsure(const RunRecord& run);

/// The exit status as it would be without a gate: 0 certified, with reservations or without (with them and
/// `strict`: 3); 1 not conformant; 3 the rig could not tell.
int exit_status_without_gate(const RunRecord& run);

/// `certified: RTL in simulated time`, `certified with reservations on CHESS-PASS-1: …`, `not conformant`,
/// `could not tell`, with the reason where nothing that was run applies, and ` (partial, not a certificate)`,
/// ` (replay)` where it is so.
std::string headline(const RunRecord& run);

/// `Handshake` of `Handshake.AnswersWithTeamCode`; the whole id when it has no dot.
std::string_view group_of(std::string_view case_id);

/// `AnswersWithTeamCode` of `Handshake.AnswersWithTeamCode`; the whole id when it has no dot.
std::string_view name_of(std::string_view case_id);

/// The sample that used most of its deadline, by its longest end; null when nothing was measured.
const Sample* tightest(const CaseRecord& record);

/// The samples of one case by kind of request.
std::vector<LatencyRecord> latencies_of(const CaseRecord& record);

/// The strictest level among the requirements that the case cites; mandatory when it cites none that is
/// known.
Level strictest_level(const CaseRecord& record, const RunRecord& run);

/// The strictest level among the requirements that failed in the case: what its failure weighs.
Level weight(const CaseRecord& record, const RunRecord& run);

/// `not assessed` for a requirement that was not run, otherwise the verdict's word.
std::string_view assessment(const RequirementRecord& requirement);
/// `CHESS-PASS-1: Without a possible move … (not reached, 24 tries)`.
std::string reservation_text(const RequirementRecord& requirement);

/// Whether the simulated design's description states that registers which nobody resets start at 0.
bool starts_at_zero(const RunRecord& run);

/// What a description states or allows that a certificate has to name.
struct StatedReservation {
  std::string id;    ///< one word, for machine formats
  std::string name;  ///< `registers that start at 0`
  std::string text;  ///< a sentence
};
std::vector<StatedReservation> stated_reservations(const RunRecord& run);

/// What a certificate leaves open, by name: ids of clauses, and what its description states.
std::vector<std::string> reservation_names(const RunRecord& run);

/// The same, a sentence each. Empty for every other verdict.
std::vector<std::string> reservation_texts(const RunRecord& run);

/// That failed cases pass with other values at power-on and which registers nobody resets; and how to mend
/// it. Empty where it was not tried, or did not help.
std::vector<std::string> power_on_texts(const RunRecord& run);

/// Whether no request of the run was answered with a whole reply.
bool never_answered(const RunRecord& run);

/// Of a DUT that answered nothing: the cause and the mend, or which command looks for them. Empty where it
/// answered, and in a replay.
std::vector<std::string> silence_texts(const RunRecord& run);

/// The word for how a case ended: `fail (recommended)`; `pass, with a remark` when a requirement failed that
/// binds less than those the case is about.
std::string ending_of(const CaseRecord& record, const RunRecord& run);

/// Findings of a case, the worst first.
std::vector<const Finding*> worst_first(const std::vector<Finding>& findings);

/// What went over, for people: bytes in hex and ASCII, texts as they are.
std::string shown(ByteView bytes, const Evidence& evidence);

/// The evidence of a finding as lines of text: expected, sent, received, times, what else there is to say,
/// and the board.
std::vector<std::string> story_of(const Finding& finding);

/// A latency for people: `912 us`; where it is not known to a microsecond `112 ms ± 40.0 us` or, if that
/// shows, `0.9 s to 1.1 s`.
std::string latency_text(Latency latency);

/// When a byte ended, for people: `912 us after the request`, `174 us before the end of the request`.
std::string moment_text(Latency after_request);

/// The one sentence that tells what is wrong with a case: its worst finding, or its reason.
std::string complaint(const CaseRecord& record);

/// How many cases ended with each verdict.
std::map<Verdict, std::size_t> tally_of(const RunRecord& run);

/// `exchanges 88`, `games 4`, `code 61 kinds`: all counts of all cases. Names of two words (`code 53e0`) are
/// members of a family and are counted as kinds.
std::vector<std::string> coverage_of(const RunRecord& run);

/// Whether a bucket holds late replies: it begins at or after the deadline, and not every reply was in time
/// (one of exactly the deadline is, though its bucket begins there).
bool is_late(const Bucket& bucket, const LatencyRecord& record);

/// Neighbouring buckets put together to at most `rows` (>= 2) rows of equal ratio. Where the deadline is an
/// edge of a bucket, it is an edge of a row too.
std::vector<Bucket> merged(const std::vector<Bucket>& buckets, std::size_t rows, Duration deadline);

}  // namespace rig::report
