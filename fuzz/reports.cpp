/// The record of a case as JSON, and the signature of a run.

#include "fuzz/fuzz.hpp"
#include "rig/report/json.hpp"
#include "rig/report/signature.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  fuzz::is_read([&] {
    const std::string once = rig::report::to_json(rig::report::case_from_json(text));
    fuzz::expect(rig::report::to_json(rig::report::case_from_json(once)) == once,
                 "a record is read as written");
  });
  fuzz::is_read([&] {
    const rig::report::Signature signature = rig::report::signature_from(text, "signature");
    fuzz::expect(text.starts_with(rig::report::signed_text(signature)), "what is signed stands in the file");
  });
  return 0;
}
