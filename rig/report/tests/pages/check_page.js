// What is wrong with the page that this is evaluated in: a list of sentences. `on_paper` tells whether it is about
// to be printed, where nothing scrolls.
(on_paper) => {
  const problems = [];
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const name_of = (element) => {
    const id = element.id ? `#${element.id}` : "";
    const style = element.getAttribute("class") ? `.${element.getAttribute("class").replace(/ /g, ".")}` : "";
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.tagName.toLowerCase()}${id}${style}> "${text}"`;
  };
  const text_by_ids = (ids) =>
    (ids || "").split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();

  const check_document = () => {
    if (!document.documentElement.lang) problems.push("the page says no language");
    if (!document.title.trim()) problems.push("the page has no title");
    if (all("main").length !== 1) problems.push("the page has no main part, or several");
    if (!document.querySelector("meta[name=viewport]")) problems.push("the page says nothing to phones (viewport)");
    if (all("script").length > 1) problems.push("the page has several scripts");
  };

  const check_headings = () => {
    const levels = all("h1, h2, h3, h4, h5, h6").map((heading) => [Number(heading.tagName[1]), heading]);
    if (levels.filter(([level]) => level === 1).length !== 1) problems.push("the page has no h1, or several");
    let before = 0;
    for (const [level, heading] of levels) {
      if (level > before + 1) problems.push(`a heading skips a level: ${name_of(heading)}`);
      if (!heading.textContent.trim()) problems.push(`a heading is empty: ${name_of(heading)}`);
      before = level;
    }
  };

  const check_names = () => {
    for (const svg of all("svg:not([aria-hidden=true])")) {
      const name = svg.getAttribute("aria-label") || text_by_ids(svg.getAttribute("aria-labelledby"));
      if (svg.getAttribute("role") !== "img" || !name) problems.push(`a picture has no name: ${name_of(svg)}`);
    }
    for (const image of all("img")) {
      if (!image.hasAttribute("alt")) problems.push(`a picture has no alternative text: ${name_of(image)}`);
    }
    for (const link of all("a")) {
      if (!link.textContent.trim()) problems.push(`a link has no text: ${name_of(link)}`);
    }
    for (const region of all("section, [role=region]")) {
      const name = region.getAttribute("aria-label") || text_by_ids(region.getAttribute("aria-labelledby"));
      if (!name) problems.push(`a part of the page has no name: ${name_of(region)}`);
    }
  };

  const check_tables = () => {
    for (const table of all("table")) {
      if (!table.caption?.textContent.trim()) problems.push(`a table has no caption: ${name_of(table)}`);
      if (all("th", table).length === 0) problems.push(`a table has no heading: ${name_of(table)}`);
      for (const heading of all("th", table)) {
        if (!heading.getAttribute("scope")) problems.push(`a heading of a table has no scope: ${name_of(heading)}`);
      }
    }
  };

  const check_ids = () => {
    const seen = new Set();
    for (const { id } of all("[id]")) {
      if (seen.has(id)) problems.push(`an id appears twice: ${id}`);
      seen.add(id);
    }
    for (const attribute of ["aria-labelledby", "aria-describedby"]) {
      for (const element of all(`[${attribute}]`)) {
        for (const id of element.getAttribute(attribute).split(/\s+/)) {
          if (!seen.has(id)) problems.push(`${attribute} leads nowhere: ${id}`);
        }
      }
    }
    for (const link of all("a[href^='#']")) {
      if (!seen.has(link.getAttribute("href").slice(1))) problems.push(`a link leads nowhere: ${name_of(link)}`);
    }
  };

  const is_aside = (element) => getComputedStyle(element).clipPath === "inset(50%)";
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);

  const check_widths = () => {
    const root = document.documentElement;
    const room = root.clientWidth;
    if (root.scrollWidth > room) problems.push(`the page is ${root.scrollWidth} px wide and has ${room}`);
    const beyond = (element) => element.getBoundingClientRect().right > room + 0.5;
    for (const element of all("body *")) {
      let inside = null;
      for (let up = element; up; up = up.parentElement) {
        if (is_aside(up) || (up !== element && scrolls(up))) inside = up;
      }
      const innermost = beyond(element) && !Array.from(element.children).some(beyond);
      if (!inside && innermost) problems.push(`beyond the edge: ${name_of(element)}`);
      if (element.closest("svg") || is_aside(element) || element.scrollWidth <= element.clientWidth + 1) continue;
      const style = getComputedStyle(element);
      if (style.display === "inline" || style.overflowX === "visible") continue;
      if (on_paper || !scrolls(element)) problems.push(`cut off: ${name_of(element)}`);
      else if (element.tabIndex < 0) problems.push(`scrolls, but not by keyboard: ${name_of(element)}`);
    }
  };

  // Colours are [red, green, blue, alpha].
  const parsed = (colour) => {
    const numbers = colour.match(/^rgba?\(([^)]+)\)$/)?.[1].split(/[ ,/]+/).map(Number);
    return numbers && [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  const ground_below = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const colour = parsed(getComputedStyle(up).backgroundColor);
      if (colour && colour[3] > 0) layers.push(colour);
      if (colour && colour[3] === 1) break;
    }
    const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark") &&
      matchMedia("(prefers-color-scheme: dark)").matches && !on_paper;
    return layers.reverse().reduce((below, top) => over(top, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
  };

  // In a picture a text stands on the last shape painted below its middle.
  const ground_in_picture = (text) => {
    const box = text.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let ground = ground_below(text.ownerSVGElement);
    for (const shape of all("rect", text.ownerSVGElement)) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      const area = shape.getBoundingClientRect();
      const within = area.left <= x && x <= area.right && area.top <= y && y <= area.bottom;
      const fill = parsed(getComputedStyle(shape).fill);
      if (!within || !fill) continue;
      ground = over([...fill.slice(0, 3), fill[3] * Number(getComputedStyle(shape).opacity)], ground);
    }
    return ground;
  };

  const check_contrast = () => {
    const told = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!texts.currentNode.data.trim() || ["TITLE", "DESC", "STYLE"].includes(element.tagName.toUpperCase())) continue;
      const style = getComputedStyle(element);
      const hidden = element.getClientRects().length === 0 || style.visibility === "hidden";
      if (hidden || element.closest(".aside") || is_aside(element)) continue;
      const in_picture = element instanceof SVGElement;
      const ground = in_picture ? ground_in_picture(element) : ground_below(element);
      const colour = parsed(in_picture ? style.fill : style.color);
      if (!colour) {
        problems.push(`a colour that cannot be read: ${in_picture ? style.fill : style.color}`);
        continue;
      }
      let opacity = 1;
      for (let up = element; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
      const found = contrast(over([...colour.slice(0, 3), colour[3] * opacity], ground), ground);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (found >= (large ? 3 : 4.5) - 0.005) continue;
      const what = `contrast ${found.toFixed(2)}: ${name_of(element)}`;
      if (!told.has(what)) problems.push(what);
      told.add(what);
    }
  };

  check_document();
  check_headings();
  check_names();
  check_tables();
  check_ids();
  check_widths();
  check_contrast();
  return problems;
}
