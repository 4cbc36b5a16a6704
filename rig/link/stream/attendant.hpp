#pragma once
/// The thread that a link in real time has to itself: it waits for bytes and takes their times, and does
/// nothing else, with the priority that such a thread may have (real_time.hpp).
///
///   whoever asks the link          the attendant
///   ---------------------          -------------
///   run(job) ------ wakes -------> does the job: writes a request, waits for a reply
///            <----- is woken ----- … and tells; then it watches the link until the next job
///   halt()   ------ wakes -------> stops watching; the link is the caller's again
///
/// Exactly one of the two touches the link at any time; they hand it over by two event descriptors, without a
/// lock that a preempted thread could hold. What takes long or starts programs (a reset) is the caller's own
/// work, between halt() and the next run().

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "rig/base/descriptor.hpp"
#include "rig/link/stream/real_time.hpp"

namespace rig {

/// For an attendant that has nothing to watch: waits until it is wanted.
void watch_nothing(int wake);

class Attendant {
 public:
  /// `watch` looks at the link for a moment, and returns at once when the descriptor that it is given polls
  /// readable. RealTime::off: there is no thread, run() does the job itself and nobody watches.
  Attendant(RealTime how, std::function<void(int)> watch);
  ~Attendant();
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

  /// What it got, for the record.
  const std::string& how() const { return how_; }
  bool has_thread() const { return thread_.joinable(); }

  /// Has the job done and returns then; what it throws comes out here. So does what watching threw before.
  void run(const std::function<void()>& job);

  /// Nobody watches from now on until run().
  void halt();

  /// For what may go on for long within a job or a watch: see FairShare.
  void check_share() {
    if (share_) share_->check();
  }

 private:
  struct Order {
    const std::function<void()>* job = nullptr;  ///< null: only stop watching
    bool is_last = false;
    std::exception_ptr error;
  };
  void attend(RealTime how);
  void carry_out(Order& order);
  void place(Order& order);

  std::function<void(int)> watch_;
  std::string how_;
  Descriptor wake_;
  Descriptor done_;
  std::atomic<Order*> order_{nullptr};
  bool watches_ = false;        ///< the attendant's own
  std::exception_ptr failure_;  ///< what watching threw
  std::optional<FairShare> share_;
  std::thread thread_;
};

}  // namespace rig
