#pragma once
/// What a live page shows, part by part. Whoever shows something never waits for those who look: of each part
/// there is only the newest, and a reader that is slow misses what was in between.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rig/base/time.hpp"

namespace rig::live {

/// Draws a part as HTML. It is called at most once, and only if somebody looks, in another thread: it holds
/// all that it needs.
using Drawing = std::function<std::string()>;

/// One state of a part; its HTML is made when it is first asked for, for all that ask.
class Part {
 public:
  explicit Part(Drawing drawing) : drawing_(std::move(drawing)) {}
  const std::string& html() const;
  /// The HTML as a string of JSON; what is no UTF-8 in it is replaced.
  const std::string& json() const;

 private:
  mutable std::once_flag once_;
  mutable Drawing drawing_;
  mutable std::string html_;
  mutable std::once_flag written_;
  mutable std::string json_;
};

class Hub {
 public:
  struct Change {
    std::string name;
    std::shared_ptr<const Part> part;
    std::uint64_t order = 0;  ///< its place among the parts: that of when it was shown first
  };

  /// The part of this name is from now on as `drawing` draws it. `cases/7` is an element of `cases`, below
  /// those that were shown first.
  void show(const std::string& name, Drawing drawing);
  void show(const std::string& name, std::string html);

  /// The parts that changed after `seen`, in the order of their changes; waits for one until `span` has
  /// passed. `seen` (0: nothing was seen) becomes the newest change.
  std::vector<Change> changes(std::uint64_t& seen, Duration span) const;

  /// Nothing more will be shown: nobody waits any longer.
  void close();
  bool is_closed() const;

 private:
  struct Shown {
    std::uint64_t version = 0;
    std::uint64_t order = 0;
    std::shared_ptr<const Part> part;
  };

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::uint64_t version_ = 0;
  bool closed_ = false;
  std::map<std::string, Shown> parts_;
};

}  // namespace rig::live
