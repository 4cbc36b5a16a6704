#pragma once
/// What one process of a run asks another: the answer is a line of JSON, and what is thrown there is thrown
/// here.

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace conformance {

/// The line: what this makes, or the UsageError or other exception that it throws.
std::string answer_with(const std::function<nlohmann::json()>& make);

/// What was made. UsageError where that was thrown, RigError for anything else and for what is no answer.
nlohmann::json answer_in(const std::string& line);

}  // namespace conformance
