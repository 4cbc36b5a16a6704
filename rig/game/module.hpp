#pragma once
/// What a module says of itself. A module is a game from outside as a shared object. Its statement is a text
/// in an ELF section of its own, which the rig reads before it loads the module:
/// `version=0.1.0;compiler=g++ 12.2.0;headers=SHA-256;sanitizer=none`.
///
/// CMake's `contest_rig_game` writes the source with CONTEST_RIG_MODULE; nobody else needs this header.

#define CONTEST_RIG_TEXT_OF(word) #word
#define CONTEST_RIG_NUMBER(number) CONTEST_RIG_TEXT_OF(number)

#if defined(__clang__)
#define CONTEST_RIG_COMPILER                                             \
  "clang++ " CONTEST_RIG_NUMBER(__clang_major__) "." CONTEST_RIG_NUMBER( \
      __clang_minor__) "." CONTEST_RIG_NUMBER(__clang_patchlevel__)
#elif defined(__GNUC__)
#define CONTEST_RIG_COMPILER                                                                         \
  "g++ " CONTEST_RIG_NUMBER(__GNUC__) "." CONTEST_RIG_NUMBER(__GNUC_MINOR__) "." CONTEST_RIG_NUMBER( \
      __GNUC_PATCHLEVEL__)
#else
#define CONTEST_RIG_COMPILER "unknown"
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CONTEST_RIG_SANITIZER "address"
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CONTEST_RIG_SANITIZER "address"
#endif
#ifndef CONTEST_RIG_SANITIZER
#define CONTEST_RIG_SANITIZER "none"
#endif

/// The text, for what the compiler compiles here. `version` and `headers` are literals.
#define CONTEST_RIG_STATEMENT(version, headers)                                         \
  "version=" version ";compiler=" CONTEST_RIG_COMPILER ";headers=" headers ";sanitizer" \
                                                                           "=" CONTEST_RIG_SANITIZER

/// The section that has it.
#define CONTEST_RIG_SECTION ".contest_rig"

/// Defines it in a module, once.
#define CONTEST_RIG_MODULE(version, headers)                                            \
  extern "C" __attribute__((section(CONTEST_RIG_SECTION), used, visibility("default"))) \
  const char contest_rig_module[] = CONTEST_RIG_STATEMENT(version, headers)
