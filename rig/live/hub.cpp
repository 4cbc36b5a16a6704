#include "rig/live/hub.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace rig::live {

const std::string& Part::html() const {
  std::call_once(once_, [this] {
    html_ = drawing_();
    drawing_ = nullptr;
  });
  return html_;
}

const std::string& Part::json() const {
  std::call_once(written_, [this] {
    json_ = nlohmann::json(html()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
  return json_;
}

void Hub::show(const std::string& name, Drawing drawing) {
  auto part = std::make_shared<const Part>(std::move(drawing));
  {
    const std::lock_guard lock(mutex_);
    Shown& shown = parts_[name];
    shown.version = ++version_;
    if (shown.order == 0) shown.order = version_;
    shown.part.swap(part);  // the old one goes when nobody waits for the lock
  }
  changed_.notify_all();
}

void Hub::show(const std::string& name, std::string html) {
  show(name, [html = std::move(html)] { return html; });
}

std::vector<Hub::Change> Hub::changes(std::uint64_t& seen, Duration span) const {
  std::vector<std::pair<std::uint64_t, Change>> found;
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, span, [&] { return closed_ || version_ > seen; });
    for (const auto& [name, shown] : parts_) {
      if (shown.version > seen) found.push_back({shown.version, {name, shown.part, shown.order}});
    }
    seen = version_;
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Change> changes;
  changes.reserve(found.size());
  for (auto& [version, change] : found) changes.push_back(std::move(change));
  return changes;
}

void Hub::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

bool Hub::is_closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace rig::live
