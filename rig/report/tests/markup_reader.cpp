#include "rig/report/tests/markup_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "rig/base/visible.hpp"

namespace rig::report {

namespace {

constexpr std::array<std::string_view, 5> void_elements = {"meta", "link", "br", "wbr", "input"};

class Reader {
 public:
  explicit Reader(std::string_view document) : rest_(document) {
    if (!is_utf8(document)) throw std::runtime_error("the document is no UTF-8");
    for (const char one : document) {
      const auto byte = static_cast<unsigned char>(one);
      if (byte < 0x20 && byte != '\n') throw std::runtime_error("a control character in the document");
    }
  }

  Element read() {
    skip_prolog();
    Element root = element();
    skip_blanks();
    if (!rest_.empty()) fail("something follows the root element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " before: " + std::string(rest_.substr(0, 60)));
  }

  void skip_blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
      rest_.remove_prefix(1);
  }

  void skip_prolog() {
    for (skip_blanks(); rest_.starts_with("<?") || rest_.starts_with("<!"); skip_blanks()) {
      rest_.remove_prefix(rest_.find('>') + 1);
    }
  }

  void expect(std::string_view token) {
    if (!rest_.starts_with(token)) fail("expected " + std::string(token));
    rest_.remove_prefix(token.size());
  }

  std::string name() {
    std::size_t length = 0;
    while (length < rest_.size() &&
           (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 || rest_[length] == '-')) {
      ++length;
    }
    if (length == 0) fail("a name is missing");
    std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return word;
  }

  char entity() {
    static const std::map<std::string_view, char> known = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    for (const auto& [written, meant] : known) {
      if (!rest_.starts_with(written)) continue;
      rest_.remove_prefix(written.size());
      return meant;
    }
    fail("an unknown entity");
  }

  std::string text_until(char end) {
    std::string text;
    while (!rest_.empty() && rest_.front() != end) {
      if (rest_.front() == '<') fail("markup where text belongs");
      if (rest_.front() == '&') {
        text += entity();
      } else {
        text += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    return text;
  }

  void read_attributes(Element& element) {
    for (skip_blanks(); !rest_.starts_with(">") && !rest_.starts_with("/>"); skip_blanks()) {
      const std::string key = name();
      expect("=\"");
      if (!element.attributes.emplace(key, text_until('"')).second) fail("attribute " + key + " twice");
      expect("\"");
    }
  }

  Element element() {
    Element result;
    expect("<");
    result.name = name();
    read_attributes(result);
    if (rest_.starts_with("/>")) {
      rest_.remove_prefix(2);
      return result;
    }
    expect(">");
    if (std::find(void_elements.begin(), void_elements.end(), result.name) != void_elements.end())
      return result;
    if (result.name == "style" || result.name == "script") {
      const std::size_t end = rest_.find("</" + result.name);
      result.text = rest_.substr(0, end);
      rest_.remove_prefix(end);
    }
    for (;;) {
      if (rest_.empty()) fail("<" + result.name + "> is not closed");
      if (rest_.starts_with("</")) break;
      if (rest_.front() == '<') {
        result.children.push_back(element());
        result.whole_text += result.children.back().whole_text;
      } else {
        const std::string text = text_until('<');
        result.text += text;
        result.whole_text += text;
      }
    }
    expect("</" + result.name + ">");
    return result;
  }

  std::string_view rest_;
};

}  // namespace

std::vector<const Element*> Element::all(std::string_view wanted) const {
  std::vector<const Element*> found;
  for (const Element& child : children) {
    if (child.name == wanted) found.push_back(&child);
    const std::vector<const Element*> below = child.all(wanted);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

const Element& Element::first(std::string_view wanted) const {
  const std::vector<const Element*> found = all(wanted);
  if (found.empty()) throw std::runtime_error("no <" + std::string(wanted) + "> below <" + name + ">");
  return *found.front();
}

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string{} : found->second;
}

Element read_markup(std::string_view document) {
  return Reader(document).read();
}

}  // namespace rig::report
