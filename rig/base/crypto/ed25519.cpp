#include "rig/base/crypto/ed25519.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "rig/base/bytes.hpp"
#include "rig/base/errors.hpp"

namespace rig {

namespace {

constexpr std::size_t key_bytes = 32;
constexpr std::size_t signature_bytes = 64;

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
using Memory = std::unique_ptr<BIO, decltype(&BIO_free_all)>;

std::shared_ptr<EVP_PKEY> owned(EVP_PKEY* key) {
  return {key, &EVP_PKEY_free};
}

void expect(bool done, const char* what) {
  if (!done) throw RigError(fmt::format("OpenSSL cannot {}.", what));
}

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

File open_key(const std::string& path) {
  File file(std::fopen(path.c_str(), "re"), &std::fclose);
  if (!file)
    throw UsageError(
        fmt::format("The key {} cannot be read: {}.", path, std::generic_category().message(errno)));
  return file;
}

std::shared_ptr<EVP_PKEY> expect_ed25519(EVP_PKEY* key, const std::string& path, const char* kind,
                                         const char* begin) {
  auto own = owned(key);
  if (!own || EVP_PKEY_get_base_id(own.get()) != EVP_PKEY_ED25519)
    throw UsageError(
        fmt::format("{} is no {} Ed25519 key: a PEM file that begins with -----BEGIN {}-----, as rig "
                    "keygen writes it.",
                    path, kind, begin));
  return own;
}

/// Nobody is asked for a password.
int no_password(char*, int, int, void*) {
  return -1;
}

/// What OpenSSL asks when a key has a password.
struct Asked {
  const AskPassword& ask;
  const std::string& path;
  bool has_one = false;  ///< the key has a password
  bool told = false;     ///< and somebody gave one
};

int tell_password(char* place, int size, int /*writing*/, void* context) {
  auto& asked = *static_cast<Asked*>(context);
  asked.has_one = true;
  const std::optional<std::string> password = asked.ask ? asked.ask(asked.path) : std::nullopt;
  asked.told = password.has_value();
  if (!password || password->size() > static_cast<std::size_t>(size)) return -1;
  std::copy(password->begin(), password->end(), place);
  return static_cast<int>(password->size());
}

std::string text_of(BIO& memory) {
  char* data = nullptr;
  const long length = BIO_get_mem_data(&memory, &data);
  return {data, static_cast<std::size_t>(length)};
}

}  // namespace

PublicKey PublicKey::from_file(const std::string& path) {
  const File file = open_key(path);
  return PublicKey(expect_ed25519(PEM_read_PUBKEY(file.get(), nullptr, no_password, nullptr), path, "public",
                                  "PUBLIC KEY"));
}

PublicKey PublicKey::from_hex(const std::string& hex) {
  const auto bytes = bytes_of_hex(hex);
  auto key = bytes && bytes->size() == key_bytes
                 ? owned(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes->data(), bytes->size()))
                 : nullptr;
  if (!key) throw UsageError(fmt::format("\"{}\" is no public Ed25519 key: 64 hexadecimal digits.", hex));
  return PublicKey(std::move(key));
}

std::string PublicKey::hex() const {
  std::vector<std::uint8_t> raw(key_bytes);
  std::size_t length = raw.size();
  expect(EVP_PKEY_get_raw_public_key(key_.get(), raw.data(), &length) == 1, "tell a public key");
  return hex_of(raw);
}

bool PublicKey::verifies(std::string_view text, const std::string& signature) const {
  const auto bytes = bytes_of_hex(signature);
  if (!bytes || bytes->size() != signature_bytes) return false;
  const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  expect(context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1,
         "verify an Ed25519 signature");
  return EVP_DigestVerify(context.get(), bytes->data(), bytes->size(), bytes_of(text), text.size()) == 1;
}

PrivateKey PrivateKey::generate() {
  auto key = owned(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  expect(key != nullptr, "make an Ed25519 key");
  return PrivateKey(std::move(key));
}

PrivateKey PrivateKey::from_file(const std::string& path, const AskPassword& ask) {
  const File file = open_key(path);
  Asked asked{ask, path};
  EVP_PKEY* const key = PEM_read_PrivateKey(file.get(), nullptr, tell_password, &asked);
  if (key == nullptr && asked.has_one)
    throw UsageError(fmt::format("The key {} has a password, and {}.", path,
                                 asked.told ? "this is another one" : "nobody gave it"));
  return PrivateKey(expect_ed25519(key, path, "private", "PRIVATE KEY"));
}

PublicKey PrivateKey::public_key() const {
  return PublicKey(key_);
}

std::string PrivateKey::sign(std::string_view text) const {
  const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  std::vector<std::uint8_t> signature(signature_bytes);
  std::size_t length = signature.size();
  expect(context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
             EVP_DigestSign(context.get(), signature.data(), &length, bytes_of(text), text.size()) == 1 &&
             length == signature.size(),
         "make an Ed25519 signature");
  return hex_of(signature);
}

std::string PrivateKey::pem(const std::string& password) const {
  const Memory memory(BIO_new(BIO_s_mem()), &BIO_free_all);
  const EVP_CIPHER* const cipher = password.empty() ? nullptr : EVP_aes_256_cbc();
  expect(memory && PEM_write_bio_PKCS8PrivateKey(memory.get(), key_.get(), cipher, password.data(),
                                                 static_cast<int>(password.size()), nullptr, nullptr) == 1,
         "write a private key");
  return text_of(*memory);
}

std::string PrivateKey::public_pem() const {
  const Memory memory(BIO_new(BIO_s_mem()), &BIO_free_all);
  expect(memory && PEM_write_bio_PUBKEY(memory.get(), key_.get()), "write a public key");
  return text_of(*memory);
}

}  // namespace rig
