#include "rig/link/rtl/model.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <mutex>
#include <sstream>
#include <utility>

#include "rig/base/errors.hpp"

namespace rig {

namespace {

std::uint32_t parsed(std::string_view text, const std::filesystem::path& object) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw RigError(fmt::format("{}: \"{}\" is no number.", object.string(), text));
  }
  return value;
}

void pass_on(void* user, const char* text, std::size_t length) {
  const auto& print = *static_cast<const std::function<void(std::string_view)>*>(user);
  print(std::string_view(text, length));
}

}  // namespace

Descriptor RtlModel::hold_in_cache(const std::filesystem::path& object) {
  Descriptor file(open(object.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open() && errno != ENOENT)
    throw RigError(fmt::format("{} cannot be read: {}.", object.string(), std::strerror(errno)));
  if (file.is_open()) flock(file.number(), LOCK_SH);
  // Whoever removed it between the two calls had locked it.
  return std::filesystem::exists(object) ? std::move(file) : Descriptor();
}

std::shared_ptr<const RtlModel> RtlModel::load_from_cache(const std::filesystem::path& object) {
  Descriptor file = hold_in_cache(object);
  return file.is_open() ? load(object, std::move(file)) : nullptr;
}

std::shared_ptr<const RtlModel> RtlModel::load(const std::filesystem::path& object) {
  return load(object, {});
}

std::shared_ptr<const RtlModel> RtlModel::load(const std::filesystem::path& object, Descriptor in_use) {
  const std::shared_ptr<RtlModel> model(new RtlModel);
  model->path_ = object;
  model->in_use_ = std::move(in_use);
  // RTLD_LOCAL and one exported symbol keep two models of one process apart. It is never unloaded:
  // Verilator's runtime keeps a buffer for each thread and frees it at no time.
  void* const handle = dlopen(std::filesystem::absolute(object).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw RigError(fmt::format("The model cannot be loaded: {}.", dlerror()));
  model->table_ = static_cast<const rig_model_table*>(dlsym(handle, RIG_MODEL_SYMBOL));
  if (model->table_ == nullptr || model->table_->abi != RIG_MODEL_ABI) {
    throw RigError(
        fmt::format("{} is no model for this version of the rig; build it again.", object.string()));
  }
  for (std::size_t i = 0; i < model->table_->fact_count; ++i) {
    model->facts_.emplace(model->table_->facts[i].key, model->table_->facts[i].value);
  }
  model->read_faults();
  return model;
}

void RtlModel::read_faults() {
  const std::string text = fact("faults");  // `late=1,wrong_digit=2`
  for (std::string_view left = text; !left.empty();) {
    const std::string_view item = left.substr(0, left.find(','));
    left.remove_prefix(std::min(item.size() + 1, left.size()));
    const std::size_t equals = item.find('=');
    faults_.emplace(item.substr(0, equals), parsed(item.substr(equals + 1), path_));
  }
}

std::string RtlModel::fact(const std::string& key) const {
  const auto found = facts_.find(key);
  return found != facts_.end() ? found->second : std::string{};
}

std::uint32_t RtlModel::number(const std::string& key) const {
  return parsed(fact(key), path_);
}

RtlInstance::RtlInstance(std::shared_ptr<const RtlModel> model, PowerOn options)
    : model_(std::move(model)),
      options_(std::make_unique<PowerOn>(std::move(options))),
      instance_(nullptr, model_->table().destroy) {
  if (!options_->trace_file.empty() && model_->table().can_trace == 0) {
    throw RigError(fmt::format("{} was built without tracing.", model_->path().string()));
  }
  const std::string trace = options_->trace_file.string();
  rig_model_options raw{};
  raw.seed = options_->seed;
  raw.fault = options_->fault;
  raw.skip = options_->skip ? 1 : 0;
  raw.trace_file = trace.empty() ? nullptr : trace.c_str();
  raw.trace_from = options_->trace_from;
  raw.trace_until = options_->trace_until;
  raw.trace_limit = options_->trace_limit;
  raw.trace_mark = options_->trace_mark;
  if (options_->print) {
    raw.print = pass_on;
    raw.user = &options_->print;
  }
  // The runtime keeps one state of its random numbers for all instances of a model: to whoever powers on
  // meanwhile in another thread it would give other values than those of its seed.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  instance_.reset(model_->table().create(&raw));
  if (!instance_) throw RigError(fmt::format("No memory for an instance of {}.", model_->path().string()));
}

std::vector<std::string> RtlInstance::unlike(const RtlInstance& other) {
  std::vector<std::string> names;
  std::istringstream text(model_->table().unlike(instance_.get(), other.instance_.get()));
  for (std::string name; std::getline(text, name);) names.push_back(name);
  return names;
}

void RtlInstance::write_coverage(const std::filesystem::path& file) {
  if (model_->table().write_coverage(instance_.get(), file.c_str()) == 0)
    throw RigError(fmt::format("{}: the coverage cannot be written.", file.string()));
}

}  // namespace rig
