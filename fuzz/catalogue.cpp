/// The clauses of a contest, and what is kept of a fault matrix.

#include "conformance/suite/catalogue.hpp"
#include "conformance/suite/matrix.hpp"
#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  fuzz::is_read([&] {
    const conformance::Catalogue catalogue = conformance::parse_catalogue(text, "catalogue.toml");
    fuzz::expect(conformance::clauses_hash(catalogue).size() == 64, "clauses have a hash");
  });
  fuzz::is_read([&] {
    const auto rows = conformance::parse_matrix(text);
    fuzz::expect(conformance::parse_matrix(conformance::to_text(rows)) == rows,
                 "a matrix is read as written");
  });
  return 0;
}
