#pragma once
/// What a case has found: its record, what the catalogue says of each aspect, and what is to blame where an
/// earlier game or a disturbance may be.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/suite/environment.hpp"
#include "conformance/suite/parts/game_report.hpp"
#include "rig/protocol/picture.hpp"
#include "rig/report/record.hpp"

namespace conformance {

/// What shows a finding: the exchange, the board, and what else there is to say.
struct Proof {
  std::optional<rig::report::Evidence> evidence{};
  std::optional<rig::protocol::BoardPicture> board{};
  std::vector<std::string> details{};
  std::string kind{};  ///< what kind of wrong: findings of one requirement and one kind are told once
  std::vector<std::string> hints{};
  std::optional<rig::report::Scene> scene{};      ///< empty: that of the game being played
  std::shared_ptr<const rig::FileStart> start{};  ///< of the program, where it is one over files
};

class Findings {
 public:
  /// Where the case stands, for what is found from here on. As it is: nowhere, and nothing was started.
  class Setting {
   public:
    Setting() = default;
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    virtual ~Setting() = default;

    virtual std::optional<rig::report::Scene> scene() const { return std::nullopt; }
    virtual KeptStart started(const std::shared_ptr<const rig::FileStart>& /*start*/) const { return {}; }
    /// Called at each failure, with when on the link's clock it was, where that is known.
    virtual void went_wrong(std::optional<rig::Duration> /*at*/) {}
  };

  Findings(const RunOptions& options, const Catalogue& catalogue, rig::report::CaseRecord record)
      : options_(options), catalogue_(catalogue), record_(std::move(record)) {}

  /// Before anything is found.
  void set(std::unique_ptr<Setting> setting) { setting_ = std::move(setting); }
  rig::report::CaseRecord& record() { return record_; }
  const rig::report::CaseRecord& record() const { return record_; }

  // what the catalogue says
  /// Null where this contest has no requirement on the aspect.
  const Requirement* requirement(Aspect aspect) const { return catalogue_.by_aspect(aspect.name()); }
  /// Whether a requirement that is mandatory in this run is about it.
  bool binds(Aspect aspect) const;

  // what is found
  void passed(Aspect aspect);
  void failed(Aspect aspect, const std::string& summary, Proof proof = {});
  /// A finding worsens the case's verdict when its requirement binds at least as much as the strongest that
  /// the case cites: a remark on an informational clause does not spoil a mandatory case.
  void found(rig::Verdict verdict, Aspect aspect, const std::string& summary, Proof proof = {});
  void not_reached(Aspect aspect, int tries);
  void not_applicable(Aspect aspect, const std::string& why, rig::report::Unassessed unassessed);
  /// Whatever nothing was found about stays open, and this is why.
  void leave_all_open(const std::string& why, rig::report::Unassessed unassessed);
  /// Whether something was found about it, good or bad.
  bool looked_at(Aspect aspect) const;
  /// Whether nothing on a mandatory requirement has gone wrong so far.
  bool sound() const { return sound_; }
  void count(const std::string& what, std::uint64_t times = 1) { record_.counts[what] += times; }

  /// Passes when `holds`, fails with the summary otherwise; tells whether it held. Without a kind of its own
  /// it is a consequence of what was found just before it.
  bool conclude(Aspect aspect, bool holds, const std::string& summary, const std::string& kind = {});
  /// The same by a silence that was to hold after something.
  bool conclude(Aspect aspect, const rig::dut::Overheard& heard, const std::string& after_what);
  /// The same by a game: passes when it was sound, fails when it was misplayed; a reply that was only late
  /// counts only against its deadline.
  void conclude(Aspect aspect, const GameReport& game, const std::string& summary);

  // how findings are shown
  /// What is known of the program in the exchange that is being judged.
  void set_program(std::vector<std::string> hints, std::shared_ptr<const rig::FileStart> start);
  /// Something of this kind went wrong: what is found next may be its consequence. `found` does it by itself.
  void note_kind(const std::string& kind);
  /// What is found next is no consequence of what was found before.
  void begin_of_something_else() { last_kind_.clear(); }

  // what is to blame
  /// From here on what goes wrong is attributed to this aspect if the same goes right from power-on; nothing:
  /// no longer.
  void lay_blame_on(std::optional<Aspect> aspect);
  const std::optional<Aspect>& blame() const { return blame_; }
  void set_blame(std::optional<Aspect> aspect) { blame_ = aspect; }
  /// What a later game is to be attributed to.
  Aspect blamed_aspect() const { return blame_.value_or(Aspect("end.rematch")); }
  /// Failures wait from here on until it is known what is to blame.
  void hold() { held_.emplace(); }
  bool holds() const { return held_.has_value(); }
  /// Decides what is to blame for what was held, if anything was: `from_power_on` tries the same again.
  Blame settle(const std::function<Retrial()>& from_power_on, const std::string& what, Aspect blamed);
  /// What was left over from before is told once, in the words of the case where it has any.
  void tell_left_over(const std::string& words = {});

  // how the case ends
  /// The rig has failed: what was found stands.
  void error(const std::string& what);
  /// The DUT is not asked any more: what was found stands, and nothing passes by it.
  void leave_unasked(const std::string& why);
  /// The case has been run to its end. `why`: the reason where it did not come to a clause; after something
  /// inconclusive, which may have kept it from there, that is inconclusive too.
  void close(const std::string& why);
  void add_reason(const std::string& why);
  /// What a rig that was not well cannot tell: everything that it found right, and of what it found wrong all
  /// that does not stand by itself. What was not reached or does not apply stays so.
  void taint(const std::string& why, const std::function<bool(const rig::report::Finding&)>& stands);
  /// What was found wrong may be so for a reason that is none of the DUT's: it is inconclusive.
  void doubt(const std::string& why);

 private:
  struct Held {
    const Requirement* requirement;
    std::string summary;
    Proof proof;
    bool breaks_a_rule = false;  ///< of the game, as the board shows
  };

  rig::report::Level level(const Requirement& requirement) const;
  rig::report::Level strongest() const;
  void commit(rig::Verdict verdict, const Requirement& requirement, const std::string& summary, Proof proof);
  void tell_start(rig::report::Finding& finding, const std::shared_ptr<const rig::FileStart>& start) const;
  void leave_open(const std::string& requirement, const std::string& why, rig::report::Unassessed unassessed);
  const Requirement& attributed(const Requirement& requirement) const;
  void keep_broken_rules(const std::vector<Held>& held, Aspect blamed);
  void release_held();

  const RunOptions& options_;
  const Catalogue& catalogue_;
  rig::report::CaseRecord record_;
  std::unique_ptr<Setting> setting_ = std::make_unique<Setting>();
  bool sound_ = true;
  std::string last_kind_;           // of what was found last, whose consequence the next may be
  std::vector<std::string> hints_;  // about the program, from the last exchange
  std::shared_ptr<const rig::FileStart> start_;
  std::optional<Aspect> blame_;
  std::optional<std::vector<Held>> held_;  // findings that wait until it is known what is to blame
  /// Found to be left over from before and not told yet: the aspect it is attributed to, and what was seen.
  std::optional<std::pair<Aspect, Held>> left_over_;
};

}  // namespace conformance
