#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "rig/base/crypto/ed25519.hpp"
#include "rig/base/descriptor.hpp"
#include "rig/base/errors.hpp"
#include "rig/base/program/password.hpp"
#include "rig/tools/evidence/verify.hpp"

namespace rig {

namespace {

/// A key that is there already is never written over.
void write_new(const std::string& path, const std::string& text, mode_t mode) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.is_open())
    throw UsageError(
        fmt::format("The key {} cannot be made: {}.", path, std::generic_category().message(errno)));
  if (const int error = write_all(file, text))
    throw RigError(fmt::format("Cannot write {}: {}.", path, std::generic_category().message(error)));
}

/// Empty: the key has none.
std::string password_of(const KeygenRequest& request) {
  if (!request.password_file.empty()) return password_in(request.password_file);
  if (!request.password) return {};
  const std::optional<std::string> password = ask_password("A password for the key: ");
  if (!password) throw UsageError("--password: there is no terminal to ask at, or nothing was typed.");
  if (ask_password("The same again: ") != password) throw UsageError("--password: the two passwords differ.");
  return *password;
}

}  // namespace

int make_key(const KeygenRequest& request) {
  constexpr mode_t owner_alone = 0600;
  constexpr mode_t everybody = 0644;
  const PrivateKey key = PrivateKey::generate();
  write_new(request.name + ".key", key.pem(password_of(request)), owner_alone);
  write_new(request.name + ".pub", key.public_pem(), everybody);
  std::cout << fmt::format("private {}.key\npublic {}.pub\nkey {}\n", request.name, request.name,
                           key.public_key().hex());
  return 0;
}

std::string keygen_help() {
  return "Examples:\n"
         "  rig keygen organiser                  organiser.key, to be kept secret, and organiser.pub\n"
         "  rig keygen organiser --password       the same, encrypted\n"
         "  rig sign DIR --key organiser.key      signs a run\n"
         "  rig verify DIR --key organiser.pub    whether it is signed so, and untouched";
}

}  // namespace rig
