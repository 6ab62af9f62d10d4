#include "csv/cells.hpp"

#include <catch2/catch.hpp>

using Cells = std::vector<std::string>;

TEST_CASE("csv: what was written is read back, also names with commas, quotes and blanks") {
  const Cells names{"time", "node_x[1,2]", "a \"b\"", "", ",", "\"", " blank ", "last[3,4]"};
  std::string line;
  for (const auto& name : names) line += (line.empty() ? "" : ",") + csv::cell(name);
  CHECK(csv::cells(line) == names);
}

TEST_CASE("csv: blanks around cells and the line ends of Windows do not count") {
  CHECK(csv::cells(" a , \"b,c\" ,d \r") == Cells{"a", "b,c", "d"});
  CHECK(csv::rows("a,b\r\n1,2\r\n\r\n3,\"4\"\r\n") == std::vector<Cells>{{"a", "b"}, {"1", "2"}, {}, {"3", "4"}});
}

TEST_CASE("csv: missing values and quotes that never end are cells, too") {
  CHECK(csv::cells("") == Cells{""});
  CHECK(csv::cells("1,") == Cells{"1", ""});
  CHECK(csv::cells("1,\"2,3") == Cells{"1", "2,3"});
}
