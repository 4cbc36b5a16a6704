#pragma once
/// A latency histogram as a picture.

#include <string>
#include <string_view>

#include "rig/report/record.hpp"

namespace rig::report {

/// An inline SVG for a phone's width: counts over a logarithmic time axis, the deadline as a dashed line with
/// the zone around it in which this link's uncertainty cannot tell, late replies in another colour, overflow
/// as a bar of its own at the right end. `id` is unique within the page; colours come from the page's style
/// sheet.
std::string chart_of(const LatencyRecord& record, std::string_view id);

}  // namespace rig::report
