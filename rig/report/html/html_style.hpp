#pragma once
/// The style sheet of the HTML report. Every pair of text and background colour reaches the contrast of
/// WCAG 2.1 AA.

#include <string_view>

namespace rig::report {

inline constexpr std::string_view html_style = R"css(
:root {
  color-scheme: light dark;
  --page: #f7f7f5; --card: #ffffff; --text: #1d2329; --muted: #56616b; --line: #d8dcdf; --well: #f1f2f0;
  --link: #1f5a96; --bar: #3d6f9e;
  --grid: #b9c0c6; --one: #0067a3; --two: #f0b23c; --on-one: #ffffff; --on-two: #1d2329;
  --tile: #e6e9eb; --red: #c24a00; --white: #ffffff; --bank: #1d2329; --mark: #1f5a96;
  --pass: #17663a; --pass-tint: #e4f2e9;
  --fail: #a8231b; --fail-tint: #fbe9e7;
  --unsure: #735000; --unsure-tint: #fbf1d8;
  --error: #752a89; --error-tint: #f5e8f8;
  --none: #56616b; --none-tint: #eceeef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1b1f24; --text: #e3e6e9; --muted: #a5afb8; --line: #343b43; --well: #14171a;
    --link: #8fbdec; --bar: #7aaedd;
    --grid: #454d56; --one: #56b4e9; --two: #8a5a00; --on-one: #10151a; --on-two: #ffffff;
    --tile: #343c45; --red: #f58231; --white: #ffffff; --bank: #0b0d0f; --mark: #8fbdec;
    --pass: #7dd3a0; --pass-tint: #17301f;
    --fail: #ff9a90; --fail-tint: #3b1a18;
    --unsure: #efc36a; --unsure-tint: #352809;
    --error: #dba9ec; --error-tint: #321a3a;
    --none: #a5afb8; --none-tint: #262b31;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere; }
main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { max-width: 68rem; margin: 0 auto; padding: 2.25rem 1.25rem 0; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; margin: .15rem 0 1.1rem; }
h2 { font-size: 1.15rem; line-height: 1.3; font-weight: 650; margin: 2.75rem 0 .85rem; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; margin: 0; }
p { margin: .4rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
code, pre, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: .86em; }
.kicker, .muted, footer { color: var(--muted); font-size: .88rem; }
.verdict { border-left: .4rem solid; border-radius: .35rem; padding: .9rem 1.1rem; }
.verdict strong { display: block; font-size: 1.45rem; line-height: 1.3; font-weight: 680; }
.verdict strong::first-letter { text-transform: uppercase; }
.verdict p { margin: .25rem 0 0; color: var(--text); }
.certificate { margin: .75rem 0 0; }
.certificate caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.contents { margin: .9rem 0 0; padding-left: 1.6rem; }
.contents li { padding: .1rem 0; }
.printed { display: none; }
.note { border: 1px solid var(--line); border-left: .25rem solid var(--unsure); border-radius: .35rem; background: var(--card);
  padding: .6rem .9rem; margin: .75rem 0 0; }
.note ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.pass { color: var(--pass); } .verdict.pass, .badge.pass { background: var(--pass-tint); border-color: var(--pass); }
.fail { color: var(--fail); } .verdict.fail, .badge.fail { background: var(--fail-tint); border-color: var(--fail); }
.unsure { color: var(--unsure); }
.verdict.unsure, .badge.unsure { background: var(--unsure-tint); border-color: var(--unsure); }
.badge.remark { outline: 1px dashed var(--pass); outline-offset: -1px; }
.error { color: var(--error); } .badge.error { background: var(--error-tint); }
.none { color: var(--none); } .badge.none { background: var(--none-tint); }
.badge { display: inline-block; border-radius: .3rem; padding: .08rem .5rem; font-size: .84rem; font-weight: 600;
  white-space: nowrap; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); font-size: .93rem; }
caption { text-align: left; color: var(--muted); font-size: .88rem; padding: 0 0 .5rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem; border-top: 1px solid var(--line); }
thead th { overflow-wrap: normal; border-top: 0; font-size: .82rem; color: var(--muted); font-weight: 600; }
tbody th { font-weight: 600; }
tbody tr:first-child > * { border-top: 0; }
thead + tbody tr:first-child > * { border-top: 1px solid var(--line); }
.facts th { width: 12rem; color: var(--muted); font-weight: 500; }
.facts th, .facts td { padding-top: .32rem; padding-bottom: .32rem; }
.facts td { overflow-wrap: anywhere; }
.wide th[scope=row] { min-width: 9.5rem; }
.clauses th[scope=row], .wide .level { white-space: nowrap; }
.clauses td:nth-child(2) { min-width: 14rem; width: 100%; }
.wide td, .wide tbody th { overflow-wrap: anywhere; }
.results td:nth-child(2), .results td:nth-child(3) { min-width: 6rem; }
td > .muted { display: block; font-size: .84rem; }
.cases a { color: inherit; text-decoration-color: var(--line); }
.pair + .pair::before { content: "\00b7"; color: var(--muted); margin: 0 .4rem 0 .15rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .35rem; padding: .9rem 1.1rem 1rem; margin: 0 0 .9rem; }
.card > h3 { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; }
h4 { font-size: .93rem; font-weight: 600; margin: 1rem 0 0; }
.hint { border-left: .25rem solid var(--mark); padding: .1rem 0 .1rem .7rem; }
.also { font-size: .93rem; }
.scene { margin: .6rem 0 0; }
details { margin: .6rem 0 0; }
summary { cursor: pointer; color: var(--link); }
.finding { margin: .8rem 0 0; padding-top: .7rem; border-top: 1px solid var(--line); }
.finding p { margin: 0; white-space: pre-line; }
pre { background: var(--well); border: 1px solid var(--line); border-radius: .3rem; padding: .6rem .75rem; margin: .5rem 0 0;
  line-height: 1.4; overflow-x: auto; white-space: pre; overflow-wrap: normal; }
pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }
.option { white-space: nowrap; }
.proof { display: flex; flex-wrap: wrap; gap: .6rem 1.5rem; margin: .6rem 0 0; align-items: flex-start; }
.proof > div { flex: 1 1 20rem; min-width: 0; }
.proof table { font-size: .88rem; background: none; border: 0; }
.proof table + table { margin-top: .9rem; }
.proof caption { padding-bottom: .25rem; }
.proof .facts th { width: 6.5rem; }
.proof th, .proof td { padding: .22rem .75rem .22rem 0; }
.bytes { width: auto; font-variant-numeric: tabular-nums; }
.position { flex: 0 1 38rem; min-width: 0; }
.position figcaption { font-size: .88rem; }
.position figcaption .muted { display: block; }
.again { margin-top: .8rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: .9rem; }
.charts .card { margin: 0; }
figure { margin: 0; }
svg { display: block; width: 100%; height: auto; margin: .5rem 0 .35rem; }
svg text { fill: var(--muted); font: 11px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
svg .axis { stroke: var(--line); stroke-width: 1; }
svg .bar { fill: var(--bar); }
svg .late { fill: var(--fail); }
svg .deadline { stroke: var(--fail); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg text.deadline-label { fill: var(--fail); font-weight: 600; }
svg.board { max-width: 38rem; margin-top: 0; }
svg.board text { text-anchor: middle; }
svg.board .name { fill: var(--muted); }
svg.board .free { fill: var(--card); stroke: var(--grid); }
svg.board .one { fill: var(--one); stroke: var(--grid); }
svg.board .two { fill: var(--two); stroke: var(--grid); }
svg.board .ring { fill: none; stroke: var(--one); stroke-width: 1.2; }
svg.board .digit { fill: var(--text); font-weight: 650; }
svg.board .on-one { fill: var(--on-one); }
svg.board .on-two { fill: var(--on-two); }
svg.board .hatch { fill: none; stroke: var(--text); stroke-width: 1; stroke-opacity: .6; }
svg.board .outline { fill: none; stroke: var(--text); stroke-width: 3; stroke-linecap: square; }
svg.board .tile { fill: var(--tile); stroke: var(--grid); }
svg.board .red { fill: none; stroke: var(--red); stroke-width: 4; }
svg.board .bank { fill: none; stroke: var(--bank); stroke-width: 8; }
svg.board .white { fill: none; stroke: var(--white); stroke-width: 5; }
svg.tiles .hatch, svg.tiles .outline { stroke: var(--mark); }
svg.board .piece { fill: none; stroke: var(--text); stroke-width: 1.6; stroke-linecap: square; }
[hidden], svg.away, svg .later { display: none !important; }
.play { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
.play .boards { flex: 3 1 20rem; min-width: 0; }
.play .moves { flex: 2 1 18rem; min-width: 0; }
.moves .scroll { margin: 0; max-height: 70vh; overflow: auto; }
svg.game { max-width: none; max-height: 80vh; margin: 0; }
svg.game .move { display: none; }
svg.game .shown > .move { display: inline; }
.now { font-size: 1.15rem; font-weight: 600; min-height: 1.5em; }
.controls { display: flex; flex-wrap: wrap; gap: .4rem; }
.controls button { font: inherit; padding: .45rem .9rem; border-radius: .3rem; border: 1px solid var(--muted);
  background: var(--card); color: var(--text); cursor: pointer; }
.controls button[aria-pressed=true] { background: var(--link); color: var(--card); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
tr[aria-current] > * { background: var(--unsure-tint); }
tr[data-ply] { cursor: pointer; }
.pages { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: .9rem 0 0; }
.filter { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; margin: .7rem 0 0; font-size: .93rem; }
.filter input[type=search] { font: inherit; padding: .25rem .5rem; border: 1px solid var(--muted); border-radius: .3rem;
  background: var(--card); color: var(--text); max-width: 100%; }
.part { margin: 0; }
.part > summary { color: var(--text); margin: 2.75rem 0 .85rem; }
.part > summary h2 { display: inline; }
.part:not([open]) > summary { margin: 1rem 0; }
svg .doubt { fill: var(--unsure); opacity: .3; }
dl { display: grid; grid-template-columns: auto 1fr auto 1fr; gap: .1rem .6rem; margin: 0; font-size: .84rem; }
dt, dd { white-space: nowrap; }
dt { color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
dl .wide { grid-column: 1 / -1; white-space: normal; }
.scroll { position: relative; overflow-x: auto; margin: 1.25rem 0 0; }
.shmoo { width: auto; font-variant-numeric: tabular-nums; }
.shmoo caption { max-width: 40rem; }
.shmoo th { white-space: nowrap; }
.shmoo th, .shmoo td { padding: .2rem .45rem; }
.shmoo td, .shmoo thead th + th { text-align: center; }
.shmoo .yes { color: var(--pass); background: var(--pass-tint); }
.shmoo .no { color: var(--muted); }
.codes { width: auto; font-variant-numeric: tabular-nums; font-size: .82rem; }
.codes th, .codes td { padding: .2rem .4rem; text-align: right; min-width: 2.1rem; }
.codes .never { color: var(--unsure); background: var(--unsure-tint); font-weight: 650; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.list { background: var(--card); border: 1px solid var(--line); border-radius: .35rem; margin: 0; padding: .35rem 1.1rem;
  list-style: none; }
.list li { padding: .5rem 0; border-top: 1px solid var(--line); }
.list li:first-child { border-top: 0; }
footer { padding-top: 2.5rem; padding-bottom: 2.5rem; }
@media screen and (max-width: 44rem) {
  header { padding-top: 1.5rem; }
  .wide, .wide tbody, .wide tr, .wide th, .wide td, .wide caption { display: block; width: auto; }
  .wide thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .wide tr { border-top: 1px solid var(--line); padding: .6rem .9rem; }
  .wide tbody tr:first-child { border-top: 0; }
  .wide tbody tr > *, .wide thead + tbody tr:first-child > * { border: 0; padding: .12rem 0; text-align: left; }
  .clauses td:nth-child(2) { min-width: 0; }
  .wide caption { padding: .6rem .9rem .5rem; border-bottom: 1px solid var(--line); }
  .wide td.level, .wide td.level + td { display: inline-block; margin-right: .5rem; }
  .wide td:empty { display: none; }
  .facts th { width: 38%; }
  th, td { padding: .45rem .6rem; }
}
@media print {
  :root {
    color-scheme: light;
    --page: #ffffff; --card: #ffffff; --text: #000000; --muted: #444b52; --line: #c4c9cd; --well: #f6f6f5;
    --link: #000000; --bar: #3d6f9e;
    --grid: #9aa1a7; --one: #5d646b; --two: #ffffff; --on-one: #ffffff; --on-two: #000000;
    --tile: #eeeeec; --red: #b3261e; --white: #ffffff; --bank: #000000; --mark: #1f5a96;
    --pass: #17663a; --pass-tint: #e4f2e9; --fail: #a8231b; --fail-tint: #fbe9e7;
    --unsure: #735000; --unsure-tint: #fbf1d8; --error: #752a89; --error-tint: #f5e8f8;
    --none: #444b52; --none-tint: #eceeef;
  }
  @page { size: A4; margin: 14mm 15mm; }
  html { font-size: 9pt; }
  body { line-height: 1.35; }
  th, td, .facts th, .facts td { padding: .16rem .5rem; }
  .wide, .list { font-size: .84rem; }
  .wide .badge, td > .muted { font-size: .8rem; }
  .wide th[scope=row] { min-width: 0; }
  .wide td.number { white-space: normal; }
  .badge { padding: 0 .35rem; }
  .printed { display: block; }
  summary .printed { display: inline; }
  summary { list-style: none; color: var(--muted); font-size: .88rem; }
  .part > summary { color: var(--text); font-size: inherit; margin: 1.1rem 0 .4rem; break-after: avoid; }
  .controls, .keys, .filter, .pages { display: none; }
  td > .source, td > .cases, .codes, [aria-labelledby=link], [aria-labelledby=proofs] { display: none; }
  .later .proof, .later .scene, .later pre, .later .again, .later details { display: none; }
  .list { padding: .2rem .8rem; }
  .list li { padding: .15rem 0; }
  .card { padding: .55rem .8rem .6rem; margin-bottom: .6rem; }
  .charts { grid-template-columns: repeat(3, 1fr); gap: .5rem; }
  .charts dl { font-size: .72rem; gap: 0 .4rem; }
  .verdict { padding: .5rem .9rem; }
  .verdict strong { font-size: 1.3rem; }
  h1 { margin-bottom: .6rem; }
  .proof { flex-wrap: nowrap; }
  .proof > div { flex-basis: 10rem; }
  .position { flex: 0 0 19rem; }
  .position.tiles { flex-basis: 24rem; }
  .position svg.board { max-height: 19rem; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  header { padding-top: 0; }
  h2 { margin: 1.1rem 0 .4rem; break-after: avoid; }
  thead { break-inside: avoid; break-after: avoid; }
  tr, .hint, .note, figure, .bytes, .shmoo, .codes, .list li { break-inside: avoid; }
  .card > h3, .card > p, .finding > p, section > p, caption { break-after: avoid; }
  .scroll { overflow: visible; }
  .shmoo th { white-space: normal; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .badge, .verdict, .shmoo .yes, svg .bar, svg .late, svg.board rect, .codes .never { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  a { text-decoration: none; }
}
)css";

/// Behind it, for pages that a projector shows (the class `projector` of the whole page): the colours are
/// those of the dark, brighter; large, and without controls.
inline constexpr std::string_view projector_style = R"css(
.projector {
  color-scheme: dark; font-size: 165%;
  --page: #000000; --card: #101214; --text: #ffffff; --muted: #c3cad1; --line: #3c444c; --well: #000000;
  --link: #a9ceff; --bar: #7aaedd;
  --grid: #4c555e; --one: #56b4e9; --two: #8f5700; --on-one: #000000; --on-two: #ffffff;
  --tile: #3a434c; --red: #f58231; --white: #ffffff; --bank: #000000; --mark: #ffd24d;
  --pass: #7dd3a0; --pass-tint: #10271a; --fail: #ff9a90; --fail-tint: #3b1a18;
  --unsure: #ffd24d; --unsure-tint: #352809; --none: #c3cad1; --none-tint: #262b31;
}
.projector header, .projector main { max-width: none; padding-left: 3vw; padding-right: 3vw; }
.projector header { padding-top: 1.2rem; }
.projector h1 { margin-bottom: .4rem; }
.projector h2 { margin-top: 1rem; }
.projector .pages, .projector footer, .projector .controls, .projector .keys, .projector .kicker,
.projector .result { display: none; }
.projector .verdict { padding: .4rem 1rem; }
.projector svg.game { height: 72vh; max-height: none; }
.projector .moves .scroll { max-height: 72vh; }
)css";

}  // namespace rig::report
