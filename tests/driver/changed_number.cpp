#include <catch2/catch.hpp>

#include "core/changed_number.hpp"

using conformance::with_a_changed_number;

TEST_CASE("the changed number is a value, not a digit in a comment, a string or a name") {
  CHECK(with_a_changed_number("a = 5\n") == "a = 6\n");
  CHECK(with_a_changed_number("# 1 = 2\na = 5 # 3\n") == "# 1 = 2\na = 6 # 3\n");
  CHECK(with_a_changed_number("a = \"10 m \\\" 2\"\nb = '7'\nc = 9") == "a = \"10 m \\\" 2\"\nb = '7'\nc = 8");
  CHECK(with_a_changed_number("a = \"\"\"\n1 \"2\" = 3\n\"\"\"\nb=4") == "a = \"\"\"\n1 \"2\" = 3\n\"\"\"\nb=5");
  CHECK(with_a_changed_number("\"x[1]\" = true\nx1 = -0.04\n") == "\"x[1]\" = true\nx1 = -0.05\n");
  CHECK(with_a_changed_number("a = [ # 1\n 0, 2]") == "a = [ # 1\n 0, 3]");
  CHECK(with_a_changed_number("a = {b = 0e5, c2 = 1.5e7}") == "a = {b = 0e5, c2 = 2.5e7}");
}

TEST_CASE("a text without a number other than zero is not changed") {
  CHECK_FALSE(with_a_changed_number(""));
  CHECK_FALSE(with_a_changed_number("a = \"1\" # 2"));
  CHECK_FALSE(with_a_changed_number("a = 0.0\nb2 = true"));
  CHECK_FALSE(with_a_changed_number("a = \"never closed 1"));
}
