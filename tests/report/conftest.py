import re


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: needs a browser; left out by tools/test --quick")


def pytest_addoption(parser):
    parser.addoption("--only", metavar="REGEX", default="", help="run only tests whose name matches, as ctest -R does")


def pytest_collection_modifyitems(config, items):
    wanted = re.compile(config.getoption("only"))
    config.hook.pytest_deselected(items=[item for item in items if not wanted.search(item.nodeid)])
    items[:] = [item for item in items if wanted.search(item.nodeid)]
