#pragma once
/// What differs when a run is repeated: when and where it was, whose device it was, who chose its seed. It
/// stands in a file beside the transcript, `TRANSCRIPT.occasion`, so that the transcript itself is the same,
/// byte for byte, whoever runs a device of simulated time again. It names the head of the transcript's chain.
///
/// While the run goes on (and when it was killed) it is that of `TRANSCRIPT.unfinished`: it has no `ended`,
/// and names what the chain came to after the first line.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rig {

struct Occasion {
  std::string head;                          ///< of the transcript that it is about
  std::map<std::string, std::string> facts;  ///< by their names in `occasion_facts`
};

/// A fact that an occasion or a transcript's `identity` can have, with its name for people.
struct IdentityFact {
  std::string_view name;
  std::string_view title;
};

/// Those of an occasion, in the order in which they are told.
const std::vector<IdentityFact>& occasion_facts();
/// Those of a transcript's header. A name may be followed by a blank and more: `program ./player`.
const std::vector<IdentityFact>& identity_facts();

/// The fact of this name, where `facts` has it.
std::optional<IdentityFact> find_fact(const std::vector<IdentityFact>& facts, std::string_view name);

/// Where the occasion of a transcript stands.
std::string occasion_path(const std::string& transcript);

/// The file's text. There is one for each occasion: whitespace counts.
std::string to_text(const Occasion& occasion);

/// The occasion of the transcript of this path; nothing where there is no such file. UsageError, with the
/// file, when it is none, or is about a transcript with another head.
std::optional<Occasion> read_occasion(const std::string& transcript, const std::string& head);

}  // namespace rig
