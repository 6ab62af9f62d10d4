"""What a user finds in an FMU of the release before running it."""

from emulators import drive, verdicts

PLATFORMS = {"fmi2": ["linux64", "win64"],    # FMI 2.0 has no name for ARM
             "fmi3": ["aarch64-linux", "x86_64-linux", "x86_64-windows"]}


def test_an_fmu_carries_every_platform_and_its_page_lists_them(fmu):
    carried = sorted(folder.name for folder in (fmu / "binaries").iterdir())
    assert carried == PLATFORMS[fmu.parent.name]
    page = (fmu / "documentation" / "index.html").read_text(encoding="utf-8")
    listed = page.partition("Libraries inside: ")[2].partition(".</p>")[0]
    assert sorted(listed.split(", ")) == carried


def test_the_checks_of_the_archive_pass_with_all_platforms_in_it(archive):
    done = drive("linux", archive, "--only", "X11,X16,X17,X18,X19,X29")
    assert done.returncode == 0, verdicts(done)
