#include "fmi/export/documentation.hpp"

#include <cmath>

#include "fmi/export/model_description.hpp"
#include "fmi/token.hpp"
#include "math/text.hpp"

namespace reeve::fmi {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
td.name, code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); }
svg { max-width: 100%; height: auto; }
.scroll { overflow-x: auto; }
)";

std::string range(const Variable& v) {
  std::string out;
  if (std::isfinite(v.min)) out += (v.above_min ? "> " : ">= ") + math::text(v.min);
  if (std::isfinite(v.max)) out += (out.empty() ? "<= " : ", <= ") + math::text(v.max);
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : ", ") + word;
  return out.empty() ? "none" : out;
}

void append_table(std::string& html, Model& model, Causality causality, const char* title) {
  std::string rows;
  for (std::size_t row = 1; row < model.table().rows().size(); ++row) {
    const Variable& v = model.table().rows()[row];
    if (v.causality != causality) continue;
    const std::string last = v.is_settable() ? start_text(model.storage(row), 0, v.elements) : joined(v.depends);
    const std::string note = v.variability == Variability::tunable ? " (tunable)" : "";
    rows += "<tr><td class=\"name\">" + escaped(v.name + size_text(v)) + "</td><td>" + escaped(v.unit->name) +
            "</td><td>" + escaped(v.description + note) + "</td><td>" + escaped(v.is_settable() ? range(v) : "") +
            "</td><td>" + escaped(last) + "</td></tr>\n";
  }
  if (rows.empty()) return;
  const bool settable = causality == Causality::parameter || causality == Causality::input;
  html += "<h2>" + std::string(title) +
          "</h2>\n<div class=\"scroll\"><table>\n<tr><th>name</th><th>unit</th><th>meaning and sign</th><th>" +
          (settable ? "range</th><th>start" : "</th><th>depends directly on") + "</th></tr>\n" + rows +
          "</table></div>\n";
}

}  // namespace

std::string documentation_page(Model& model, const DocumentationParts& parts) {
  const Identity& identity = model.identity();
  const Experiment& e = identity.experiment;
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
          escaped(identity.identifier) + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
  html += "<h1>" + escaped(identity.identifier) + "</h1>\n<p>" + escaped(identity.description) + ".</p>\n";
  html += parts.sketch_svg;
  html += "<p>FMI " + parts.fmi_version + (model.state_count() > 0 ? " model exchange and" : "") +
          " co-simulation, made by Reeve " + std::string(library_version()) +
          ". All values are SI. Default experiment: " + math::text(e.start) + " to " + math::text(e.stop) + " s, " +
          math::text(e.step) + " s communication step, tolerance " + math::text(e.tolerance) +
          ". Libraries inside: " + escaped(joined(parts.platforms)) + ".</p>\n";
  append_table(html, model, Causality::input, "Inputs");
  append_table(html, model, Causality::output, "Outputs");
  append_table(html, model, Causality::parameter, "Parameters");
  append_table(html, model, Causality::local, "Local variables");
  if (!parts.theory_html.empty()) html += "<hr>\n" + parts.theory_html;
  return html + "</body>\n</html>\n";
}

}  // namespace reeve::fmi
