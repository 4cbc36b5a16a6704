#pragma once
/// Ed25519 signatures (RFC 8032) by OpenSSL, with keys in PEM files as `openssl pkey` reads and writes them.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_pkey_st;

namespace rig {

/// What everybody may know: tells whose signature one is.
class PublicKey {
 public:
  /// From a PEM file (`-----BEGIN PUBLIC KEY-----`). UsageError, with the path, for anything else.
  static PublicKey from_file(const std::string& path);
  /// From its 32 bytes in lower-case hexadecimal. UsageError for anything else.
  static PublicKey from_hex(const std::string& hex);

  std::string hex() const;
  /// Whether this key's owner made this signature (lower-case hexadecimal) of this text.
  bool verifies(std::string_view text, const std::string& signature) const;

 private:
  friend class PrivateKey;
  explicit PublicKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}
  std::shared_ptr<evp_pkey_st> key_;
};

/// Asked for the password of the key in this file; nothing: nobody knows it.
using AskPassword = std::function<std::optional<std::string>(const std::string& path)>;

/// What its owner alone has.
class PrivateKey {
 public:
  /// A new one, from OpenSSL's source of randomness. RigError when it has none.
  static PrivateKey generate();
  /// From a PEM file (`-----BEGIN PRIVATE KEY-----`, or `ENCRYPTED PRIVATE KEY`: then `ask` is asked).
  /// UsageError, with the path, for anything else, and for a wrong password.
  static PrivateKey from_file(const std::string& path, const AskPassword& ask = {});

  PublicKey public_key() const;
  /// In lower-case hexadecimal.
  std::string sign(std::string_view text) const;

  /// As the PEM files that `from_file` reads; with a password as PKCS#8, encrypted with AES-256.
  std::string pem(const std::string& password = {}) const;
  std::string public_pem() const;

 private:
  explicit PrivateKey(std::shared_ptr<evp_pkey_st> key) : key_(std::move(key)) {}
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace rig
