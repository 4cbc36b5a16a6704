#include "rig/link/stream/attendant.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <utility>

#include "rig/base/errors.hpp"
#include "rig/link/stream/signals_blocked.hpp"

namespace rig {

namespace {

/// Waits until it has been written to, and takes that.
void wait_for(const Descriptor& event) {
  for (;;) {
    eventfd_t count = 0;
    if (eventfd_read(event.number(), &count) == 0) return;
    pollfd watched{event.number(), POLLIN, 0};
    if (errno == EAGAIN) poll(&watched, 1, -1);
  }
}

Descriptor new_event() {
  Descriptor event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event.is_open()) throw RigError("No event descriptor can be made.");
  return event;
}

}  // namespace

void watch_nothing(int wake) {
  pollfd watched{wake, POLLIN, 0};
  poll(&watched, 1, -1);
}

Attendant::Attendant(RealTime how, std::function<void(int)> watch) : watch_(std::move(watch)) {
  if (how == RealTime::off) {
    how_ = "off (CONTEST_RIG_REAL_TIME): no thread of its own";
    return;
  }
  wake_ = new_event();
  done_ = new_event();
  const SignalsBlocked blocked;
  thread_ = std::thread([this, how] { attend(how); });
  wait_for(done_);
}

Attendant::~Attendant() {
  if (!has_thread()) return;
  Order last;
  last.is_last = true;
  place(last);
  thread_.join();
}

void Attendant::run(const std::function<void()>& job) {
  if (!has_thread()) return job();
  Order order;
  order.job = &job;
  place(order);
  if (order.error) std::rethrow_exception(order.error);
}

void Attendant::halt() {
  if (!has_thread()) return;
  Order order;
  place(order);
}

void Attendant::place(Order& order) {
  order_.store(&order, std::memory_order_release);
  eventfd_write(wake_.number(), 1);
  wait_for(done_);
}

void Attendant::attend(RealTime how) {
  const Priority priority = become_real_time(how);
  how_ = "a thread of its own: " + priority.text;
  share_.emplace(priority);
  eventfd_write(done_.number(), 1);
  for (bool goes_on = true; goes_on;) {
    if (watches_) {
      try {
        watch_(wake_.number());
      } catch (...) {
        failure_ = std::current_exception();
        watches_ = false;
      }
    } else {
      watch_nothing(wake_.number());
    }
    check_share();
    eventfd_t count = 0;
    if (eventfd_read(wake_.number(), &count) != 0) continue;
    Order& order = *order_.load(std::memory_order_acquire);
    goes_on = !order.is_last;
    carry_out(order);
    eventfd_write(done_.number(), 1);  // from here on the order may be gone
  }
}

void Attendant::carry_out(Order& order) {
  watches_ = order.job != nullptr;
  if (order.job == nullptr) return;
  order.error = std::exchange(failure_, nullptr);
  if (order.error) return;
  try {
    (*order.job)();
  } catch (...) {
    order.error = std::current_exception();
    watches_ = false;
  }
}

}  // namespace rig
