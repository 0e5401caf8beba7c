"""Reactions on Discord's clock (`architecture.md`, Races)."""

import time

import pytest

from bot.interactions.stamps import Stamps, made_at


def test_reaction_is_stamped_by_the_median_of_the_shards_interactions() -> None:
    """Arrival minus the usual way from Discord to us, whatever single presses took."""
    stamps = Stamps()
    for delay in (0.05, 0.06, 0.05, 3.0, 0.05):
        stamps.note(0, made=1000.0, arrived=50.0 + delay)
    assert abs(stamps.stamp(0, arrived=60.05) - 1010.0) < 1e-6


def test_clock_that_jumped_is_believed_after_five_presses() -> None:
    """A machine that slept: reactions are stamped right again at once, and unsure until then.

    Five seconds later on Discord's clock than before; a single slow press moves nothing.
    """
    stamps = Stamps()
    for second in range(200):
        stamps.note(0, made=1000.0 + second, arrived=50.05 + second)
    assert stamps.sure(0)
    stamps.note(0, made=1201.0, arrived=252.0)
    assert not stamps.sure(0)
    stamps.note(0, made=1202.0, arrived=252.05)
    assert stamps.sure(0)

    for press in range(5):
        assert stamps.stamp(0, 260.05) < 1210.1
        stamps.note(0, made=1215.0 + press, arrived=260.05 + press)
        assert not stamps.sure(0)
    assert abs(stamps.stamp(0, arrived=265.05) - 1220.0) < 1e-6
    for press in range(15):
        stamps.note(0, made=1220.0 + press, arrived=265.05 + press)
    assert stamps.sure(0)


def test_presses_that_waited_for_a_bot_that_stood_still_move_no_clock() -> None:
    """Two seconds of presses arrive in one heap; the next comes as fast as ever."""
    stamps = Stamps()
    for second in range(50):
        stamps.note(0, made=1000.0 + second, arrived=50.05 + second)
    for waited in range(20):
        stamps.note(0, made=1060.0 + waited / 10, arrived=112.1 + waited / 1000)
    assert abs(stamps.stamp(0, arrived=113.05) - 1063.0) < 1e-6
    assert not stamps.sure(0)
    stamps.note(0, made=1063.0, arrived=113.05)
    assert stamps.sure(0)


@pytest.mark.parametrize("pause", [0.4, 3.0])
def test_clock_that_steps_to_and_fro_is_believed_each_time(pause: float) -> None:
    """However fast people press: at once where stamps are ahead, after ten seconds behind."""
    stamps, arrived = Stamps(), 50.0
    for ahead in (0.0, 5.0, 0.0, 3600.0, 1.0, 0.0):
        for _ in range(30):
            arrived += pause
            stamps.note(0, made=1000.0 + arrived + ahead, arrived=arrived)
        assert abs(stamps.stamp(0, arrived) - (1000.0 + arrived + ahead)) < 1e-6
        assert stamps.sure(0) or pause < 1


def test_slow_and_early_presses_in_turn_are_no_new_truth() -> None:
    """What lies on either side contradicts itself."""
    stamps = Stamps()
    for second in range(20):
        stamps.note(0, made=1000.0 + second, arrived=50.0 + second)
    for second in range(20, 60):
        stamps.note(0, made=1000.0 + second + (-1) ** second, arrived=50.0 + second)
    assert stamps.stamp(0, arrived=120.0) == 1070.0
    assert not stamps.sure(0)


def test_shard_that_has_brought_nothing_is_judged_as_the_others_are() -> None:
    """A first press by direct message is as late as it would be by any shard."""
    stamps = Stamps()
    stamps.note(3, made=1000.0, arrived=50.0)
    assert stamps.delay(0, made=1000.0, arrived=54.0) == 4.0
    assert stamps.stamp(0, arrived=54.0) == 1004.0
    assert not stamps.sure(0)


def test_machines_wrong_clock_does_not_matter() -> None:
    """Five seconds wrong, or jumping: only the monotonic clock and Discord's own are used."""
    stamps = Stamps()
    discords = time.time() + 5
    stamps.note(0, made=discords, arrived=10.0)
    assert abs(stamps.stamp(0, arrived=12.0) - (discords + 2)) < 1e-6


def test_shards_do_not_share_samples() -> None:
    """Each shard has its own way to us."""
    stamps = Stamps()
    stamps.note(0, made=1000.0, arrived=50.0)
    stamps.note(1, made=1000.0, arrived=51.0)
    assert stamps.stamp(0, 60.0) - stamps.stamp(1, 60.0) == 1.0


def test_stamp_is_sure_after_twenty_samples() -> None:
    """With fewer the judge allows for more."""
    stamps = Stamps()
    for _ in range(19):
        stamps.note(0, made=1.0, arrived=1.0)
    assert not stamps.sure(0)
    stamps.note(0, made=1.0, arrived=1.0)
    assert stamps.sure(0)


def test_without_samples_the_machines_clock_has_to_do() -> None:
    """The first reaction of all is stamped too."""
    assert abs(Stamps().stamp(0, time.monotonic()) - time.time()) < 1


LOGIN = {"X-RateLimit-Reset": "1005.250", "X-RateLimit-Reset-After": "5.000"}


def test_first_press_of_a_process_is_judged_by_what_the_login_told() -> None:
    """Four seconds late is late, though no press came before; on every shard."""
    stamps = Stamps()
    made = made_at(LOGIN)
    assert made == 1000.25
    stamps.hint.note(made, arrived=50.3)
    stamps.hint.note(made + 1, arrived=51.9)
    for shard in (0, 3):
        assert stamps.delay(shard, made=1010.0, arrived=64.05) == pytest.approx(4.0)
        assert stamps.delay(shard, made=1010.0, arrived=60.05) == pytest.approx(0.0)


def test_late_first_press_sets_no_clock() -> None:
    """The next one that comes in time is no early one, and counts from then on."""
    stamps = Stamps()
    stamps.hint.note(1000.0, arrived=50.0)
    stamps.note(0, made=1010.0, arrived=64.05)
    assert stamps.stamp(0, arrived=70.0) == pytest.approx(1020.0)
    stamps.note(0, made=1020.0, arrived=70.3)
    assert stamps.delay(0, made=1021.0, arrived=71.3) == pytest.approx(0.0)


def test_hint_that_is_wrong_locks_nobody_out() -> None:
    """A proxy with a clock of its own: presses are believed in the end, each time."""
    for wrong in (-3600.0, 3600.0):
        stamps = Stamps()
        stamps.hint.note(1000.0 + wrong, arrived=50.0)
        for press in range(12):
            stamps.note(0, made=1001.0 + press, arrived=51.05 + press)
        assert stamps.delay(0, made=1020.0, arrived=70.05) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("headers", "made"),
    [
        ({"Date": "Thu, 01 Jan 1970 00:20:00 GMT"}, 1200.5),
        ({"Date": "Thu, 01 Jan 1970 00:20:00 GMT"} | LOGIN, 1000.25),
        ({"Date": "Thu, 01 Jan 1970 00:20:00 GMT", "X-RateLimit-Reset": "never"}, 1200.5),
        (LOGIN | {"X-RateLimit-Reset": "nan"}, None),
        ({"Date": "yesterday"}, None),
        ({}, None),
    ],
)
def test_answers_tell_when_they_were_made(headers: dict[str, str], made: float | None) -> None:
    """To the millisecond by a rate limit, else to the second; or not at all."""
    assert made_at(headers) == made
