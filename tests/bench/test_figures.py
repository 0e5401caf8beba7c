"""What `make bench` says of a figure: its median, its ratio to the yardstick, whether it is met."""

from tests.bench.figure import Figure


def test_ratio_is_of_each_round_to_its_own_yardstick() -> None:
    """A busy minute hits both alike: the median of the rounds' ratios counts, not of the values."""
    figure = Figure(what="press", unit="ms", rounds=(2, 9, 3), yards=(1, 3, 2), must=2.2, aim=1.7)
    assert figure.measured == 2
    assert not figure.missed
    assert figure.row() == "| press | 2.00 ms | 3.00 ms (2.00×) | 2.2× | 1.7× | met |"


def test_goal_without_ratio_is_of_the_value() -> None:
    """An idle process may take so much, whatever the yardstick takes."""
    figure = Figure(
        what="idle", unit="MiB", rounds=(91.0,), yards=(43.0,), must=90, aim=75, relative=False
    )
    assert figure.missed
    assert figure.row() == "| idle | 43.0 MiB | 91.0 MiB | 90.0 MiB | 75.0 MiB | MISSED |"


def test_more_is_better_where_it_is_said() -> None:
    """A rate has to reach its goals, a time to stay below them."""
    rate = Figure(what="moves", rounds=(2_100.0,), must=1_000, aim=2_000, better="more")
    assert rate.row() == "| moves |  | 2,100 | 1,000 | 2,000 | aim |"


def test_figure_without_a_value_is_missed() -> None:
    """What could not be measured is not met, and why stands in its place."""
    figure = Figure(what="moves", must=1_000, note="not installed")
    assert figure.missed
    assert figure.row() == "| moves |  | not installed | 1,000 | – | MISSED |"
