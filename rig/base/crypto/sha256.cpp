#include "rig/base/crypto/sha256.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"

namespace rig {

namespace {

void expect(bool done) {
  if (!done) throw RigError("OpenSSL cannot compute a SHA-256.");
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
  expect(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::begin() {
  expect(EVP_DigestInit_ex(context_.get(), nullptr, nullptr) == 1);  // of the same kind: nothing is looked up
}

void Sha256::add(ByteView bytes) {
  expect(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

void Sha256::add(std::string_view text) {
  expect(EVP_DigestUpdate(context_.get(), text.data(), text.size()) == 1);
}

Sha256::Digest Sha256::finish() {
  Digest digest{};
  unsigned length = 0;
  expect(EVP_DigestFinal_ex(context_.get(), digest.data(), &length) == 1 && length == digest.size());
  begin();
  return digest;
}

std::string sha256_hex(ByteView bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hex_of(hash.finish());
}

std::string sha256_file(const std::filesystem::path& path) {
  const auto cannot_read = [&](int error) {
    throw RigError(
        fmt::format("Cannot read {} to hash it: {}.", path.string(), std::generic_category().message(error)));
  };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) cannot_read(errno);
  Sha256 hash;
  std::array<std::uint8_t, 65536> piece{};
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got == 0) return hex_of(hash.finish());
    if (got < 0 && errno != EINTR) cannot_read(errno);
    if (got > 0) hash.add(ByteView(piece).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace rig
