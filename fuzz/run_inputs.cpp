/// In place of libFuzzer where there is none: gives the fuzzer each file of the folders and files named, and
/// after them inputs made from these by chance:
///
///   fuzz_NAME [--mutants N] [--seed S] [--found FILE] PATH…
///
/// What ends the fuzzer is written to FILE, as libFuzzer would keep it.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "rig/base/random.hpp"

namespace fs = std::filesystem;

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t longest_mutant = 1U << 16U;
constexpr unsigned patience_s = 60;  // for one input, on the busiest machine

struct Request {
  std::uint32_t mutants = 0;
  std::uint64_t seed = 1;
  std::string found = "found";
  std::vector<std::string> paths;
};

Request request_of(int argc, char** argv) {
  Request request;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!word.starts_with("--")) {
      request.paths.push_back(word);
      continue;
    }
    if (++i == argc) throw rig::UsageError(word + ": what follows is missing.");
    const std::string value = argv[i];
    if (word == "--mutants") {
      request.mutants = static_cast<std::uint32_t>(std::stoul(value));
    } else if (word == "--seed") {
      request.seed = std::stoull(value);
    } else if (word == "--found") {
      request.found = value;
    } else {
      throw rig::UsageError('"' + word + "\" is no option. Known: --mutants N, --seed S, --found FILE.");
    }
  }
  return request;
}

std::vector<fs::path> files_at(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// What the fuzzer is busy with, for whoever finds it dead: static, since a signal's handler reads it.
const Input* in_hand = nullptr;
std::array<char, 4096> kept_in = {};

extern "C" void keep_what_is_in_hand(int signal) {
  const int file = open(kept_in.data(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file >= 0 && in_hand != nullptr) {
    static_cast<void>(write(file, in_hand->data(), in_hand->size()));
    close(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Whatever is thrown ends the program here.
void give(const Input& input) noexcept {
  in_hand = &input;
  alarm(patience_s);
  LLVMFuzzerTestOneInput(input.data(), input.size());
  alarm(0);
  in_hand = nullptr;
}

/// One input made from others.
class Mutant {
 public:
  Mutant(const std::vector<Input>& inputs, rig::Random& random)
      : inputs_(inputs), random_(random), bytes_(any_of(inputs)) {
    const std::uint32_t changes = 1 + random_.below(4);
    for (std::uint32_t i = 0; i < changes; ++i) change();
    if (bytes_.size() > longest_mutant) bytes_.resize(longest_mutant);
  }
  const Input& bytes() const { return bytes_; }

 private:
  struct Range {
    std::ptrdiff_t begin;
    std::ptrdiff_t end;
  };

  const Input& any_of(const std::vector<Input>& some) {
    return some[random_.below(static_cast<std::uint32_t>(some.size()))];
  }
  std::ptrdiff_t place_in(const Input& bytes) {
    return random_.below(static_cast<std::uint32_t>(bytes.size()) + 1);
  }
  Range range_in(const Input& bytes) {
    const std::ptrdiff_t begin = place_in(bytes);
    const auto longest = static_cast<std::uint32_t>(std::ssize(bytes) - begin);
    return {begin, begin + random_.below(std::min(longest, 64U) + 1)};
  }
  void insert(const Input& what) {
    bytes_.insert(bytes_.begin() + place_in(bytes_), what.begin(), what.end());
  }

  void change() {
    static const std::vector<Input> odd = {
        {0},
        {0xff},
        {'"'},
        {'\\'},
        {'{'},
        {']'},
        {'\n'},
        {'='},
        {'-'},
        {'.'},
        {0xc3, 0x28},
        {'1', 'e', '9'},
        {'9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9', '9'}};
    switch (random_.below(6)) {
      case 0:
        if (!bytes_.empty())
          bytes_[random_.below(static_cast<std::uint32_t>(bytes_.size()))] ^=
              static_cast<std::uint8_t>(1U << random_.below(8));
        break;
      case 1: {
        const Range gone = range_in(bytes_);
        bytes_.erase(bytes_.begin() + gone.begin, bytes_.begin() + gone.end);
        break;
      }
      case 2: {
        const Range twice = range_in(bytes_);
        insert(Input(bytes_.begin() + twice.begin, bytes_.begin() + twice.end));
        break;
      }
      case 3: {
        const Input& other = any_of(inputs_);
        const Range taken = range_in(other);
        insert(Input(other.begin() + taken.begin, other.begin() + taken.end));
        break;
      }
      case 4: insert(any_of(odd)); break;
      default: bytes_.resize(static_cast<std::size_t>(place_in(bytes_))); break;
    }
  }

  const std::vector<Input>& inputs_;
  rig::Random& random_;
  Input bytes_;
};

int run(const Request& request) {
  std::vector<Input> inputs;
  for (const fs::path& path : files_at(request.paths)) {
    std::cout << path.filename().string() << std::endl;  // the last one named is the one that fails
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    give(inputs.back());
  }
  if (inputs.empty()) throw rig::UsageError("there is no input in what was named.");
  rig::Random random(request.seed);
  for (std::uint32_t i = 0; i < request.mutants; ++i) give(Mutant(inputs, random).bytes());
  std::cout << inputs.size() << " inputs, " << request.mutants << " made from them with seed " << request.seed
            << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Request request = request_of(argc, argv);
    request.found.copy(kept_in.data(), kept_in.size() - 1);
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM})
      std::signal(signal, keep_what_is_in_hand);
    return run(request);
  } catch (const std::exception& error) {
    std::cerr << "fuzz: " << error.what() << '\n';
    return 2;
  }
}
