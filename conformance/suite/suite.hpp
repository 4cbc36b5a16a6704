#pragma once
/// What a file of cases includes: the registry, the base of cases, and CONFORMANCE_CASE.

#include <gtest/gtest.h>

#include <memory>

#include "conformance/suite/case.hpp"
#include "conformance/suite/registry.hpp"

/// CONFORMANCE_CASE(Handshake, AnswersWithTeamCode, "answers \"0\" with its team code",
///                  Checks{.subject = "hello.format", .also = {"hello.deadline"}}) { … }
#define CONFORMANCE_CASE(suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(conformance::Case, as_usual, suite_, name_, title_, __VA_ARGS__)

/// The same for a case that runs only where an option asks for it.
#define CONFORMANCE_CASE_ON_REQUEST(suite_, name_, title_, ...) \
  CONFORMANCE_CASE_WHEN(on_request, conformance::Case, as_usual, suite_, name_, title_, __VA_ARGS__)

/// The same for a case that wants a certain board: the first argument is a `BoardWish`.
#define CONFORMANCE_CASE_ON(board_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(conformance::Case, board_, suite_, name_, title_, __VA_ARGS__)

/// The same for a case with more words, or for a referee: the first argument is its class, `WireCase`.
#define CONFORMANCE_CASE_OF(class_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_MADE(class_, as_usual, suite_, name_, title_, __VA_ARGS__)

#define CONFORMANCE_CASE_MADE(class_, board_, suite_, name_, title_, ...) \
  CONFORMANCE_CASE_WHEN(in_every_run, class_, board_, suite_, name_, title_, __VA_ARGS__)

#define CONFORMANCE_CASE_WHEN(when_, class_, board_, suite_, name_, title_, ...)                     \
  namespace {                                                                                        \
  class suite_##_##name_ final : public class_ {                                                     \
    void run() override;                                                                             \
  };                                                                                                 \
  [[maybe_unused]] const bool suite_##_##name_##_registered = conformance::register_case(            \
      {#suite_, #name_, title_, conformance::__VA_ARGS__,                                            \
       []() -> std::unique_ptr<conformance::Frame> { return std::make_unique<suite_##_##name_>(); }, \
       conformance::BoardWish::board_, conformance::in_repository(__FILE__), __LINE__,               \
       conformance::When::when_});                                                                   \
  }                                                                                                  \
  void suite_##_##name_::run()
