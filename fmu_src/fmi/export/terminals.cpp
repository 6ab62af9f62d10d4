#include "fmi/export/model_description.hpp"

namespace reeve::fmi {

std::string terminals_and_icons(const Model& model) {
  XmlWriter xml;
  xml.open("fmiTerminalsAndIcons").attribute("fmiVersion", "3.0");
  xml.open("GraphicalRepresentation");
  xml.open("CoordinateSystem")
      .attribute("x1", -100.0)
      .attribute("y1", -100.0)
      .attribute("x2", 100.0)
      .attribute("y2", 100.0);
  xml.attribute("suggestedScalingFactorTo_mm", 0.1).close();
  xml.open("Icon")
      .attribute("x1", -100.0)
      .attribute("y1", -100.0)
      .attribute("x2", 100.0)
      .attribute("y2", 100.0)
      .close();
  xml.close();
  if (model.identity().terminals.empty()) return std::move(xml).finish();
  xml.open("Terminals");
  for (const auto& terminal : model.identity().terminals) {
    xml.open("Terminal").attribute("name", terminal.name).attribute("matchingRule", "plug");
    xml.attribute("description", terminal.description);
    for (const auto& member : terminal.members) {
      model.table().index_of(member);  // throws if it is no variable
      xml.open("TerminalMemberVariable").attribute("variableName", member).attribute("variableKind", "signal");
      xml.attribute("memberName", member).close();
    }
    xml.close();
  }
  return std::move(xml).finish();
}

}  // namespace reeve::fmi
