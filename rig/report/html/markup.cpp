#include "rig/report/html/markup.hpp"

#include "rig/base/visible.hpp"

namespace rig::report {

namespace {

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char one : text) {
    switch (one) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      default: safe += one;
    }
  }
  return safe;
}

}  // namespace

std::string content(std::string_view text) {
  return escaped(visible(text, Newlines::kept));
}

std::string attribute(std::string_view text) {
  return escaped(visible(text));
}

}  // namespace rig::report
