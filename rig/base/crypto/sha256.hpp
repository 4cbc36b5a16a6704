#pragma once
/// SHA-256 (FIPS 180-4) by OpenSSL: ties reports to their evidence, and the lines of a transcript to each
/// other.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "rig/base/bytes.hpp"

struct evp_md_ctx_st;

namespace rig {

/// A hash of what is added piece by piece.
class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  /// RigError where OpenSSL has no SHA-256.
  Sha256();

  void add(ByteView bytes);
  void add(std::string_view text);

  /// The hash of all that was added; then it begins anew.
  Digest finish();

 private:
  void begin();

  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// The hash in lower-case hexadecimal.
std::string sha256_hex(ByteView bytes);

/// The same of a file's content, read piece by piece. Throws RigError when it cannot be read.
std::string sha256_file(const std::filesystem::path& path);

}  // namespace rig
