"""Runs an FMU over many sets of parameters, in parallel and resumable.

    command    the command line; puts the others together
    fmu        the FMU: where it lies, its variables, its fingerprint
    points     grids and files to a list of points, each a dictionary of name and value
    measures   what is kept of a run: one number per measure
    runner     runs points inside a worker process
    cluster    Dask: starts workers or finds them, hands out points, notices workers that die
    journal    the file of finished points that makes a sweep resumable
    table      the result as Parquet or CSV
    plot       the result as a page
    progress   how far it is
"""


class WrongUse(Exception):
    """The command line or a file asks for something that cannot be done; the message says what would do."""
