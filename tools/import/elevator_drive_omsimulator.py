"""Elevator and drive in OMSimulator: two FMUs, connected, 20 s ride, result in elevator_drive.mat.

Written for OMSimulator 2.1 (Python package OMSimulator, class OMSimulator) with FMUs of FMI 2.0. NOT RUN by the project: the package
fetches its binaries from outside the package registries. Names and causalities are checked by tests/importers/test_import_scripts.py.

    reeve export Elevator --fmi 2 --set drive.mode=1 -o Elevator.fmu
    reeve export Drive --fmi 2 -o Drive.fmu
    python elevator_drive_omsimulator.py
"""

WIRES = [
    ("elevator.sheave_angle", "drive.sheave_angle"),
    ("elevator.sheave_speed", "drive.sheave_speed"),
    ("elevator.cabin_position", "drive.cabin_position"),
    ("elevator.cabin_anchor_tension", "drive.load_signal"),
    ("drive.drive_torque", "elevator.drive_torque"),
    ("drive.brake", "elevator.brake"),
]


def main():
    from OMSimulator import OMSimulator
    oms = OMSimulator()
    oms.setTempDirectory("./temp/")
    oms.newModel("model")
    oms.addSystem("model.root", oms.system_wc)    # weakly coupled: co-simulation
    oms.addSubModel("model.root.elevator", "Elevator.fmu")
    oms.addSubModel("model.root.drive", "Drive.fmu")
    for output, connected in WIRES:
        oms.addConnection(f"model.root.{output}", f"model.root.{connected}")
    oms.setReal("model.root.drive.target_position", 50.0)
    oms.setBoolean("model.root.drive.start", True)
    oms.setFixedStepSize("model.root", 1e-3)
    oms.setStopTime("model", 20.0)
    oms.setResultFile("model", "elevator_drive.mat")
    oms.instantiate("model")
    oms.initialize("model")
    oms.simulate("model")
    oms.terminate("model")
    oms.delete("model")


if __name__ == "__main__":
    main()
