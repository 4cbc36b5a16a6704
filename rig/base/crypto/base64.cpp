#include "rig/base/crypto/base64.hpp"

#include <openssl/evp.h>

namespace rig {

namespace {

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it in a zero byte
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), raw(bytes), static_cast<int>(bytes.size()));
  text.pop_back();
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  const std::size_t padding = text.size() - (text.find_last_not_of('=') + 1);
  if (text.size() % 4 != 0 || padding > 2) return std::nullopt;
  std::string bytes(text.size() / 4 * 3, '\0');
  EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), raw(text), static_cast<int>(text.size()));
  bytes.resize(bytes.size() - padding);
  if (to_base64(bytes) != text) return std::nullopt;  // there is one spelling of each value
  return bytes;
}

}  // namespace rig
