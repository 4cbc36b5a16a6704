#pragma once
/// What is made of an answer, whoever gave it.

#include <optional>
#include <string>

#include "rig/doctor/live/interview.hpp"
#include "rig/doctor/probe.hpp"

namespace rig::doctor {

/// The first request, as it is sent.
Bytes first_bytes(const Interview& interview);

/// `"0" was answered "1AB"`.
std::string answered(const Interview& interview, const Bytes& bytes);

/// Of an answer to the first request that is not as the contest has it, but of which it can be told how it
/// came to be. Nothing: it cannot.
std::optional<Diagnosis> of_answer(const Interview& interview, const Bytes& answer);

/// Of any other answer.
Diagnosis of_strange_answer(const Interview& interview, const Bytes& answer);

}  // namespace rig::doctor
