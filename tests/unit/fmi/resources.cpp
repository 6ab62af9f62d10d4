#include "fmi/resources.hpp"

#include <catch2/catch.hpp>

using reeve::fmi::path_of_uri;

TEST_CASE("resources: every spelling of a file URI gives the path") {
  CHECK(path_of_uri("file:/a/resources") == "/a/resources");
  CHECK(path_of_uri("file:///a/resources") == "/a/resources");
  CHECK(path_of_uri("file:////a/resources") == "/a/resources");
  CHECK(path_of_uri("file://localhost/a/resources") == "/a/resources");
  CHECK(path_of_uri("file:///a%20b%25%C3%BC/") == "/a b%ü/");
}

TEST_CASE("resources: a percent sign that begins no code stays as it is") {
  CHECK(path_of_uri("file:///a b%ü/100%") == "/a b%ü/100%");
}

TEST_CASE("resources: what is no file URI gives no path") {
  CHECK(path_of_uri("").empty());
  CHECK(path_of_uri("https://example.org/x").empty());
  CHECK(path_of_uri("file://host-only").empty());
}

TEST_CASE("resources: the message lists every place that was tried") {
  CHECK_THROWS_WITH(
      reeve::fmi::read_description("/no/such/place"),
      Catch::Contains("/no/such/place/description.toml") && Catch::Contains("resources/description.toml"));
}
