#include "fmus/reeving/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "math/text.hpp"

namespace reeve::fmus {

namespace {

using models::reeving::Structure;

// Pixels
constexpr double kHeight = 440, kMargin = 95, kSheave = 13, kDrive = 30, kColumn = 80, kBoxWidth = 60, kBoxHeight = 38,
                 kGap = 5, kLetter = 6.3, kDrop = 110, kBuffer = 26;

double round1(double x) { return std::round(10 * x) / 10; }
std::string px(double x) { return math::text(round1(x)); }
std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

/// A point of a rope's path.
struct Stop {
  std::string name, on;
  double height{};
  bool wheel{}, drive{};
  double x{}, radius{};  ///< centre
  double in{}, out{};    ///< where the rope arrives and leaves
  double drop{};         ///< drawn lower than it is, to be out of the way of what hangs above
  bool over{};           ///< the rope passes above the centre
};

class Drawing {
 public:
  explicit Drawing(const Structure& structure) : s_(structure) {
    for (const auto& body : s_.body) height_[body.name] = body.height;
    for (const auto& rope : s_.rope) lay(rope);
    for (auto& body : s_.body) box(body);
    scale();
  }

  std::string svg() const {
    std::string back, front;
    for (std::size_t r = 0; r < paths_.size(); ++r) ropes(r, back);
    for (const auto& chain : s_.chain) hang(chain, back);
    for (std::size_t i = 0; i < s_.buffer.size(); ++i) draw_buffer(i, back);
    for (const auto& body : s_.body) draw_body(body, front);
    for (const auto& path : paths_) {
      for (const auto& stop : path) draw_stop(stop, front);
    }
    const double width = right_ + 60;
    double height = kHeight + 2 * kMargin;
    for (const auto& body : s_.body) height = std::max(height, box_top(body) + kBoxHeight + 20);
    for (const auto& buffer : s_.buffer) height = std::max(height, buffer_top(buffer) + kBuffer + 20);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"reeving\" viewBox=\"0 0 " + px(width) + " " + px(height) +
           "\" width=\"" + px(width) + "\" height=\"" + px(height) +
           "\" role=\"img\" aria-label=\"How the ropes run\" data-scale=" + in_quotes(math::text(scale_)) +
           ">\n<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\">\n" + back +
           "</g>\n<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" font-family=\"system-ui, sans-serif\" "
           "font-size=\"11\">\n" +
           front + "</g>\n</svg>\n";
  }

 private:
  struct Box {
    double left{}, right{};
    bool above{};  ///< the body stands above its wheels, like a machine
    bool placed{};
    double wheel{};  ///< largest radius on it
    double drop{};
    double middle() const { return 0.5 * (left + right); }
  };

  Stop stop(const std::string& name) const {
    const auto seat = [&](const std::string& on, double height) { return on.empty() ? height : height_.at(on); };
    if (name == "drive")
      return {name, s_.drive.on, seat(s_.drive.on, s_.drive.height), true, true, 0, kDrive, 0, 0, 0, false};
    for (const auto& a : s_.anchor) {
      if (a.name == name) return {name, a.on, seat(a.on, a.height), false, false, 0, 0, 0, 0, 0, false};
    }
    for (const auto& k : s_.sheave) {
      if (k.name == name) return {name, k.on, seat(k.on, k.height), true, false, 0, kSheave, 0, 0, 0, false};
    }
    return {};
  }

  /// Lays a rope from left to right. A rope between bodies that have their place already hangs from their middles.
  void lay(const Structure::Rope& rope) {
    std::vector<Stop> path;
    for (const auto& name : rope.path) path.push_back(stop(name));
    double x = right_ + kColumn;
    const Stop &first = path.front(), &last = path.back();
    const bool between = place_.contains(first.on) && place_.contains(last.on) && path.size() == 3;
    if (between) {
      x = place_.at(first.on).middle();
      path[1].radius = 0.5 * std::abs(place_.at(last.on).middle() - x);
      path[1].drop = kDrop;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      Stop& p = path[i];
      const bool level = i > 0 && p.height == path[i - 1].height;
      if (i > 0) p.over = level ? path[i - 1].over : p.height > path[i - 1].height;
      if (i == 0 && path.size() > 1) p.over = p.height > path[1].height;
      if (level) x = path[i - 1].x + path[i - 1].radius + 24;
      p.in = x;
      p.x = x + p.radius;
      p.out = x = x + 2 * p.radius;
      if (!p.on.empty() && !between) {
        Box& b = place_[p.on];
        const double left = p.x - std::max(p.radius, 6.0), right = p.x + std::max(p.radius, 6.0);
        b.left = b.placed ? std::min(b.left, left) : left;
        b.right = b.placed ? std::max(b.right, right) : right;
        b.wheel = std::max(b.wheel, p.radius);
        if (!b.placed) b.above = p.wheel && p.over;
        b.placed = true;
      }
    }
    for (const auto& p : path) right_ = std::max(right_, p.out);
    if (between && !path[1].on.empty()) {
      place_[path[1].on] = {path[1].x - kBoxWidth / 2, path[1].x + kBoxWidth / 2, false, true, path[1].radius, kDrop};
    }
    paths_.push_back(std::move(path));
  }

  void box(const Structure::Body& body) {
    Box& b = place_[body.name];
    if (!b.placed) b = {right_ + kColumn / 2, right_ + kColumn / 2 + kBoxWidth, false, true, 0, 0};
    const double missing =
        std::max(kBoxWidth, kLetter * static_cast<double>(body.name.size()) + 10) - (b.right - b.left);
    if (missing > 0) b.left -= missing / 2, b.right += missing / 2;
    right_ = std::max(right_, b.right);
  }

  void scale() {
    double low = 1e300, high = -1e300;
    for (const auto& path : paths_) {
      for (const auto& p : path) low = std::min(low, p.height), high = std::max(high, p.height);
    }
    for (const auto& buffer : s_.buffer) low = std::min(low, buffer.top);
    top_ = high;
    scale_ = kHeight / std::max(high - low, 1e-6);
  }

  double y(double height) const { return kMargin + (top_ - height) * scale_; }
  double y(const Stop& p) const { return y(p.height) + p.drop; }
  double box_top(const Structure::Body& body) const {
    const Box& b = place_.at(body.name);
    const double away = std::max(b.wheel, kSheave) + kGap;
    return b.above ? y(body.height) - away - kBoxHeight : y(body.height) + b.drop + away;
  }
  /// An anchor whose rope leaves downwards sits at the lower edge of its body, and the other way round.
  double end_y(const Stop& p) const {
    if (p.wheel || p.on.empty()) return y(p);
    for (const auto& body : s_.body) {
      if (body.name == p.on) return box_top(body) + (p.over ? kBoxHeight : 0);
    }
    return y(p);
  }

  void ropes(std::size_t r, std::string& out) const {
    const auto& path = paths_[r];
    int span = 0;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      const Stop &a = path[i], &b = path[i + 1];
      if (a.wheel) {
        const double side = a.over ? -1 : 1;  // the part of the wheel that the rope touches
        const bool from_level = i > 0 && path[i - 1].height == a.height, to_level = a.height == b.height;
        const double from = from_level ? a.x : a.in, to = to_level ? a.x : a.out;
        const double y0 = y(a) + (from_level ? side * a.radius : 0), y1 = y(a) + (to_level ? side * a.radius : 0);
        out += "<path class=\"wrap\" data-rope=" + in_quotes(s_.rope[r].name) + " data-on=" + in_quotes(a.on) +
               " data-wheel=" + in_quotes(a.name) + " data-radius=" + in_quotes(px(a.over ? a.radius : -a.radius)) +
               " d=\"M" + px(from) + " " + px(y0) + "A" + px(a.radius) + " " + px(a.radius) + " 0 0 " +
               (a.over ? "1 " : "0 ") + px(to) + " " + px(y1) + "\"/>\n";
      }
      const bool level = a.height == b.height;
      const double side = a.over ? -1 : 1;
      if (level) {
        out += "<path class=\"wrap\" data-rope=" + in_quotes(s_.rope[r].name) + " data-on=" + in_quotes(a.on) +
               " d=\"M" + px(a.x) + " " + px(y(a.height) + side * a.radius) + "L" + px(b.x) + " " +
               px(y(b.height) + side * b.radius) + "\"/>\n";
        continue;
      }
      ++span;
      out += "<line class=\"span\" data-rope=" + in_quotes(s_.rope[r].name) +
             " data-span=" + in_quotes(std::to_string(span)) + " data-from-body=" + in_quotes(a.on) +
             " data-to-body=" + in_quotes(b.on) + " x1=" + in_quotes(px(a.out)) + " y1=" + in_quotes(px(end_y(a))) +
             " x2=" + in_quotes(px(b.in)) + " y2=" + in_quotes(px(end_y(b))) + "/>\n";
    }
  }

  const Structure::Body& body_named(const std::string& name) const {
    return *std::find_if(s_.body.begin(), s_.body.end(), [&](const auto& b) { return b.name == name; });
  }

  void hang(const Structure::Chain& chain, std::string& out) const {
    const auto &one = body_named(chain.between[0]), &two = body_named(chain.between[1]);
    const double x1 = place_.at(one.name).middle(), x2 = place_.at(two.name).middle();
    const double low = std::max(box_top(one), box_top(two)) + kBoxHeight + 22;
    out += "<path class=\"chain\" stroke-dasharray=\"4 3\" data-from-body=" + in_quotes(one.name) +
           " data-to-body=" + in_quotes(two.name) + " data-low=" + in_quotes(px(low)) + " d=\"M" + px(x1) + " " +
           px(box_top(one) + kBoxHeight) + "V" + px(low) + "H" + px(x2) + "V" + px(box_top(two) + kBoxHeight) +
           "\"/>\n";
  }

  /// Where the lower edge of the body comes to when it touches the buffer.
  double buffer_top(const Structure::Buffer& buffer) const {
    const auto& body = body_named(buffer.under);
    return box_top(body) + kBoxHeight + y(buffer.top) - y(body.height);
  }

  /// A plate on a spring on the building. Those of one body stand side by side, none in the middle, where chains and ropes hang.
  void draw_buffer(std::size_t i, std::string& out) const {
    const auto& buffer = s_.buffer[i];
    const auto same = [&](const Structure::Buffer& b) { return b.under == buffer.under; };
    const auto begin = s_.buffer.begin();
    const auto before = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(i), same);
    const auto all = std::count_if(begin, s_.buffer.end(), same);
    const Box& box = place_.at(buffer.under);
    const double x =
        box.left + (box.right - box.left) * (static_cast<double>(before) + 0.5) / static_cast<double>(all + all % 2);
    const double top = buffer_top(buffer), turn = kBuffer / 4;
    out += "<g class=\"buffer\" data-name=" + in_quotes(buffer.name) + " data-under=" + in_quotes(buffer.under) +
           "><path d=\"M" + px(x - 8) + " " + px(top) + "h16M" + px(x) + " " + px(top);
    for (const double side : {1.0, -1.0, 1.0, -1.0})
      out += "l" + px(side * 6) + " " + px(turn / 2) + "l" + px(-side * 6) + " " + px(turn / 2);
    out += "\"/>\n";
    hatch(x - 10, x + 10, top + kBuffer, 1, out);
    out += "</g>\n";
  }

  void draw_body(const Structure::Body& body, std::string& out) const {
    const Box& b = place_.at(body.name);
    const double t = box_top(body);
    out += "<g class=\"body\" data-name=" + in_quotes(body.name) + " data-on=" + in_quotes(body.name) +
           " data-height=" + in_quotes(math::text(body.height)) + "><rect x=" + in_quotes(px(b.left)) +
           " y=" + in_quotes(px(t)) + " width=" + in_quotes(px(b.right - b.left)) +
           " height=" + in_quotes(px(kBoxHeight)) + " rx=\"3\" fill=\"#8883\"/>" +
           label(b.middle(), t + kBoxHeight / 2 - 1, body.name, "middle") +
           label(b.middle(), t + kBoxHeight / 2 + 13, math::text(body.mass) + " kg", "middle") + "</g>\n";
    if (body.stiffness > 0) {
      const double edge = b.above ? t : t + kBoxHeight;
      hatch(b.left, b.right, b.above ? edge - 12 : edge + 12, b.above ? -1 : 1, out);
      out += "<path d=\"M" + px(b.middle()) + " " + px(edge) + "l5 " + px(b.above ? -3 : 3) + "l-10 " +
             px(b.above ? -3 : 3) + "l10 " + px(b.above ? -3 : 3) + "l-5 " + px(b.above ? -3 : 3) + "\"/>\n";
    }
  }

  void draw_stop(const Stop& p, std::string& out) const {
    const double cy = y(p);
    if (p.wheel) {
      out += "<g class=\"wheel\" data-name=" + in_quotes(p.name) + " data-on=" + in_quotes(p.on) +
             " data-x=" + in_quotes(px(p.x)) + " data-y=" + in_quotes(px(cy)) + "><circle cx=" + in_quotes(px(p.x)) +
             " cy=" + in_quotes(px(cy)) + " r=" + in_quotes(px(p.radius - 2)) +
             " fill=\"#8882\"/><path class=\"spoke\" d=\"M" + px(p.x) + " " + px(cy) + "h" + px(p.radius - 3) +
             "\" stroke-width=\"1.5\"/><circle cx=" + in_quotes(px(p.x)) + " cy=" + in_quotes(px(cy)) +
             " r=\"2\" fill=\"currentColor\"/>" +
             (p.drive ? label(p.x, cy - p.radius - 6, p.on.empty() ? "drive" : "", "middle") : "") + "</g>\n";
      if (p.on.empty() && !p.drive) hatch(p.x - 10, p.x + 10, cy - p.radius - 4, -1, out);
      if (p.drive && p.on.empty()) hatch(p.x - 16, p.x + 16, cy + 6, 1, out);
      return;
    }
    if (p.on.empty())
      hatch(p.in - 12, p.in + 12, cy, p.over ? -1 : 1, out);
    else
      out += "<circle class=\"anchor\" data-on=" + in_quotes(p.on) + " cx=" + in_quotes(px(p.in)) +
             " cy=" + in_quotes(px(end_y(p))) + " r=\"3\" fill=\"currentColor\"/>\n";
  }

  /// The building.
  static void hatch(double left, double right, double at, double side, std::string& out) {
    out += "<path stroke-width=\"1.5\" d=\"M" + px(left) + " " + px(at) + "H" + px(right);
    for (double x = left + 3; x < right; x += 6) out += "M" + px(x) + " " + px(at) + "l4 " + px(side * 6);
    out += "\"/>\n";
  }

  static std::string label(double x, double at, const std::string& text, const char* anchor) {
    return text.empty()
               ? ""
               : "<text x=" + in_quotes(px(x)) + " y=" + in_quotes(px(at)) + " text-anchor=" + in_quotes(anchor) +
                     " fill=\"currentColor\" stroke=\"none\">" + text + "</text>";
  }

  const Structure& s_;
  std::map<std::string, double> height_;
  std::map<std::string, Box> place_;
  std::vector<std::vector<Stop>> paths_;
  double right_{-20}, top_{}, scale_{1};
};

}  // namespace

std::string draw(const models::reeving::Structure& structure) { return Drawing(structure).svg(); }

}  // namespace reeve::fmus
