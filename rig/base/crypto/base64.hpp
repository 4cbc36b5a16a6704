#pragma once
/// Base64 (RFC 4648, with padding, without line breaks) by OpenSSL.

#include <optional>
#include <string>
#include <string_view>

namespace rig {

std::string to_base64(std::string_view bytes);

/// Nothing for what `to_base64` does not write.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace rig
