#pragma once
/// A small, strict reader of XML, and of HTML that is written like XML but for its void elements.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rig::report {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;        ///< its own, entities resolved
  std::string whole_text;  ///< its own and that of all below it, in the order of the document
  std::vector<Element> children;

  /// Every element of that name at any depth, in the order of the document.
  std::vector<const Element*> all(std::string_view wanted) const;
  /// The first of them; throws when there is none.
  const Element& first(std::string_view wanted) const;
  /// An attribute's value; empty when it is missing.
  std::string attribute(const std::string& key) const;
};

/// The root element. Throws std::runtime_error where tags do not match, an attribute is not quoted or
/// repeated, an entity is unknown, or a byte stands where XML forbids it.
Element read_markup(std::string_view document);

}  // namespace rig::report
