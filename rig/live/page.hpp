#pragma once
/// The live page itself: what never changes of it.

#include <string>

namespace rig::live {

/// The page; the parts come as events.
std::string page_html(const std::string& title);
std::string page_style();
std::string page_script();

}  // namespace rig::live
