"""What tools/test asks of all tests in Python: a selection by name, and a mark for what is slow."""

import re


def pytest_addoption(parser):
    parser.addoption("--only", metavar="REGEX", default="", help="run only tests whose name matches, as ctest -R does")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes long, or needs a tool that takes long to install; "
                                       "left out by tools/test --quick")


def pytest_collection_modifyitems(config, items):
    wanted = re.compile(config.getoption("only"))
    dropped = [item for item in items if not wanted.search(item.nodeid)]
    items[:] = [item for item in items if wanted.search(item.nodeid)]
    config.hook.pytest_deselected(items=dropped)
