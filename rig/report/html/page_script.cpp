#include "rig/report/html/page_script.hpp"

#include <fmt/format.h>

#include <string_view>

#include "rig/base/crypto/base64.hpp"
#include "rig/base/crypto/sha256.hpp"
#include "rig/report/html/game_player.hpp"

namespace rig::report::html {

namespace {

constexpr std::string_view script = R"js(
// A filter for the rows of long lists, and folded parts.
(() => {
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const parts = all("details.part");

  const unfold_to = (element) => {
    for (let up = element; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  };
  const unfold_target = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    unfold_to(target);
    target.scrollIntoView();
  };
  if (matchMedia("screen and (max-width: 44rem)").matches) for (const part of parts) part.open = false;
  addEventListener("hashchange", unfold_target);
  unfold_target();
  addEventListener("beforeprint", () => { for (const part of parts) part.open = true; });

  const form = document.querySelector(".filter");
  if (!form) return;
  const [text, bad] = [form.querySelector("[type=search]"), form.querySelector("[type=checkbox]")];
  const rows = all(".clauses tbody tr, .results tbody tr, .matrix tbody tr, article.card, .part .list > li");
  const passed = (row) => {
    const badge = row.querySelector(".badge");
    return badge !== null && badge.classList.contains("pass") && !badge.classList.contains("remark");
  };
  const filter = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const row of rows) {
      const said = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => said.includes(word)) || (bad.checked && passed(row));
      left += row.hidden ? 0 : 1;
    }
    const idle = words.length === 0 && !bad.checked;
    form.querySelector("output").textContent = idle ? "" : `${left} of ${rows.length} entries`;
    if (!idle) for (const part of parts) part.open = true;
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
})();
)js";

}  // namespace

std::string page_script() {
  return std::string(game_script) + std::string(script);
}

std::string page_script_source() {
  Sha256 hash;
  hash.add(page_script());
  const Sha256::Digest digest = hash.finish();
  return fmt::format("'sha256-{}'", to_base64(std::string(digest.begin(), digest.end())));
}

}  // namespace rig::report::html
