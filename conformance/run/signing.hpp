#pragma once
/// The key that signs a run (`--sign`) and its lines in a log (`--log`). It is closed while anything under
/// test runs.

#include <string>

#include "conformance/run/command_line.hpp"
#include "rig/base/crypto/ed25519.hpp"

namespace conformance {

/// Before anything is run: UsageError where there is no such key, or no `transcript` to sign. It is not
/// opened.
void expect_key(const CommandLine& line, const std::string& transcript);

/// Opens it. UsageError when it cannot.
rig::PrivateKey key_of(const CommandLine& line);

/// Signs the files that a run has written, beside its transcript, whose chain came to `head`. RigError when
/// there is no whole transcript.
void sign_run(const rig::PrivateKey& key, const std::string& head, const CommandLine& line);

}  // namespace conformance
