#include "rig/report/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "rig/base/crypto/sha256.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/visible.hpp"

namespace rig::report {

namespace {

constexpr std::string_view first_line = "contest-rig signature 1";

/// The lines of a signature, one after the other.
class Lines {
 public:
  Lines(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  bool next_begins(std::string_view word) const { return rest().starts_with(word); }
  bool at_end() const { return at_ == text_.size(); }

  /// The next line, without `word` before it.
  std::string take(std::string_view word) {
    ++line_;
    const std::size_t end = text_.find('\n', at_);
    if (!next_begins(word) || end == std::string::npos)
      refuse(
          fmt::format("expected \"{}\", found \"{}\"", word, visible(rest().substr(0, rest().find('\n')))));
    std::string line = text_.substr(at_ + word.size(), end - at_ - word.size());
    at_ = end + 1;
    return line;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("Signature {}, line {}: {}.", path_, line_, why));
  }

 private:
  std::string_view rest() const { return std::string_view(text_).substr(at_); }

  const std::string& text_;
  const std::string& path_;
  std::size_t at_ = 0;
  int line_ = 0;
};

std::string hex_in(const Lines& lines, std::string digits, std::size_t length) {
  if (digits.size() != length || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    lines.refuse(
        fmt::format("found \"{}\", allowed are {} lower-case hexadecimal digits", visible(digits), length));
  return digits;
}

}  // namespace

const SignedFile* Signature::file(const std::string& role) const {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const SignedFile& one) { return one.role == role; });
  return found == files.end() ? nullptr : &*found;
}

std::string signature_path(const std::string& transcript) {
  return transcript + ".signature";
}

std::vector<std::string> signature_paths(const std::string& transcript) {
  std::vector<std::string> paths;
  std::error_code ignored;
  std::string path = signature_path(transcript);
  while (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
    paths.push_back(path);
    path = fmt::format("{}-{}", signature_path(transcript), paths.size() + 1);
  }
  return paths;
}

std::string next_signature_path(const std::string& transcript) {
  const std::size_t others = signature_paths(transcript).size();
  return others == 0 ? signature_path(transcript)
                     : fmt::format("{}-{}", signature_path(transcript), others + 1);
}

std::string signed_text(const Signature& signature) {
  std::string text = fmt::format("{}\nkey {}\nhead {}\n", first_line, signature.key, signature.head);
  for (const SignedFile& file : signature.files)
    text += fmt::format("file {} {} {}\n", file.sha256, file.role, file.path);
  return text;
}

std::string sign_files(const PrivateKey& key, const std::string& head, const std::string& transcript,
                       const std::vector<std::pair<std::string, std::string>>& files) {
  const std::filesystem::path folder = std::filesystem::absolute(transcript).parent_path();
  Signature signature{key.public_key().hex(), head, {}, {}};
  for (const auto& [role, path] : files) {
    if (path.empty()) continue;
    const std::string seen = std::filesystem::absolute(path).lexically_proximate(folder).string();
    if (seen.find('\n') != std::string::npos)
      throw RigError(fmt::format("{} cannot be signed: its name has a line break.", visible(path)));
    if (seen.starts_with("../"))
      throw RigError(fmt::format("{} cannot be signed: it does not lie in the folder of the transcript, {}.",
                                 visible(path), visible(folder.string())));
    signature.files.push_back({role, seen, sha256_file(path)});
  }
  const std::string text = signed_text(signature);
  return text + fmt::format("signature {}\n", key.sign(text));
}

Signature signature_from(const std::string& text, const std::string& path) {
  constexpr std::size_t hash_digits = 64;
  constexpr std::size_t signature_digits = 128;
  Lines lines(text, path);
  if (!lines.take(first_line).empty()) lines.refuse(fmt::format("expected \"{}\" alone", first_line));
  Signature signature;
  signature.key = hex_in(lines, lines.take("key "), hash_digits);
  signature.head = hex_in(lines, lines.take("head "), hash_digits);
  while (lines.next_begins("file ")) {
    const std::string file = lines.take("file ");
    const std::size_t role = file.find(' ');
    const std::size_t name = role == std::string::npos ? role : file.find(' ', role + 1);
    if (name == std::string::npos) lines.refuse("expected a hash, a role and a path");
    signature.files.push_back({file.substr(role + 1, name - role - 1), file.substr(name + 1),
                               hex_in(lines, file.substr(0, role), hash_digits)});
  }
  signature.signature = hex_in(lines, lines.take("signature "), signature_digits);
  if (!lines.at_end()) lines.take("the end of the file");
  return signature;
}

}  // namespace rig::report
