"""`python -m engine`: replay, selfplay, bench (`rules.md` section 4)."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.games import GAMES

SEED = "5eed" * 16
GAME: dict[str, Any] = {
    "game": "flinch",
    "seats": 2,
    "options": {"pile": 5},
    "seed": SEED,
    "dealer": 1,
    "actions": [],
}

Captured = pytest.CaptureFixture[str]


def lines_of(text: str) -> list[dict[str, Any]]:
    """Return one JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Any:
    """Return what `replay -` answers to a text on standard input: status, output, error."""

    def run(text: str | bytes) -> tuple[int, str, str]:
        raw = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = main(["replay", "-"])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_replay_answers_deal_actions_and_refusals(replayed: Any) -> None:
    """One object a line: ply, events and position; a refusal keeps the ply and goes on."""
    actions = [
        {"by": [0], "do": "M9"},
        {"by": [], "do": "C"},
        {"by": [7], "do": "C"},
        {"by": [1, 1], "do": "C"},
        {"by": [1, 0], "do": "N"},
    ]
    status, out, err = replayed(json.dumps({**GAME, "actions": actions, "note": "ignored"}))
    deal, *answers = lines_of(out)
    assert (status, err) == (0, "")
    assert (deal["ply"], deal["events"][0]["kind"]) == (0, "dealt")
    assert deal["position"]["ply"] == 0
    assert answers == [
        {"ply": 0, "refused": "unreadable", "do": "M9"},
        *[{"ply": 0, "refused": "not-seated", "do": "C"}] * 3,
        {"ply": 0, "refused": "not-allowed", "do": "N"},
    ]


def test_position_has_every_field(replayed: Any) -> None:
    """Flinch's position, as `rules.md` section 4 lists it."""
    status, out, _ = replayed(json.dumps(GAME))
    position = lines_of(out)[0]["position"]
    assert status == 0
    assert set(position) == {
        *("ply", "over", "winners", "to_act", "dealer", "turn", "stock", "finished", "centre"),
        *("seats", "faults"),
    }
    assert set(position["seats"][0]) == {"flinch", "hand", "reserve"}


def test_odd_text_of_an_action_is_refused_and_repeated(replayed: Any) -> None:
    """Whatever string stands there comes back unchanged, half a character too."""
    odd = '{"by": [0], "do": "\\ud800 \\u0000 \\"é"}'
    text = json.dumps(GAME).replace('"actions": []', f'"actions": [{odd}]')
    status, out, _ = replayed(text)
    assert status == 0
    assert lines_of(out)[1]["do"] == '\ud800 \0 "é'


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"game": None}, "game"),
        ({"game": "chess"}, "game"),
        ({"game": ["flinch"]}, "game"),
        ({"seats": None}, "seats"),
        ({"seats": 1}, "seats"),
        ({"seats": 2.0}, "seats"),
        ({"seats": True}, "seats"),
        ({"seats": "2"}, "seats"),
        ({"options": None}, "options"),
        ({"options": []}, "options"),
        ({"options": {"colour": 1}}, "options.colour"),
        ({"options": {"pile": 7}}, "options.pile"),
        ({"options": {"partners": True}}, "options.partners"),
        ({"options": {"pile": {}}}, "options.pile"),
        ({"seed": None}, "seed"),
        ({"seed": "5eed"}, "seed"),
        ({"dealer": 2}, "dealer"),
        ({"dealer": None}, "dealer"),
        ({"dealer": "0"}, "dealer"),
        ({"dealer": True}, "dealer"),
        ({"deck": []}, "deck"),
        ({"deck": None}, "deck"),
        ({"deck": "15"}, "deck"),
        ({"deck": [1] * 150}, "deck"),
        ({"deck": [[]] * 150}, "deck"),
        ({"actions": None}, "actions"),
        ({"actions": {}}, "actions"),
        ({"actions": ["H1"]}, "actions[0]"),
        ({"actions": [{"do": "H1"}]}, "actions[0].by"),
        ({"actions": [{"by": 0, "do": "H1"}]}, "actions[0].by"),
        ({"actions": [{"by": [True], "do": "H1"}]}, "actions[0].by"),
        ({"actions": [{"by": [0.0], "do": "H1"}]}, "actions[0].by"),
        ({"actions": [{"by": [0], "do": "C"}, {"by": [0]}]}, "actions[1].do"),
        ({"actions": [{"by": [0], "do": 1}]}, "actions[0].do"),
    ],
)
def test_bad_field_is_named_in_one_line(replayed: Any, changed: dict[str, Any], field: str) -> None:
    """Exit status 2, one line on standard error that begins with the field, no output."""
    status, out, err = replayed(json.dumps({**GAME, **changed}))
    assert (status, out) == (2, "")
    assert err.startswith(f"{field}: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("field", ["game", "seats", "seed", "actions"])
def test_missing_field_is_named(replayed: Any, field: str) -> None:
    """Only options, dealer and deck may be left out."""
    data = {key: value for key, value in GAME.items() if key != field}
    assert replayed(json.dumps(data))[2].startswith(f"{field}: ")
    optional = {key: GAME[key] for key in ("game", "seats", "seed", "actions")}
    assert replayed(json.dumps(optional))[0] == 0


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "1", '"x"', "null", "[" * 100_000, b"\xff\xfe\x00", '{"game": "fli']
)
def test_what_is_no_object_is_one_line(replayed: Any, text: str | bytes) -> None:
    """Not JSON, not text, or no object: exit status 2."""
    status, out, err = replayed(text)
    assert (status, out) == (2, "")
    assert err.startswith("file: ")
    assert err.count("\n") == 1


def test_impossible_combination_of_another_game_is_an_error(replayed: Any) -> None:
    """U-34: `lead_doubles` without `doubles` is exit status 2."""
    data = {**GAME, "game": "flushed", "seats": 4, "options": {"lead_doubles": True}}
    status, out, err = replayed(json.dumps(data))
    assert (status, out) == (2, "")
    assert err.startswith("options.lead_doubles: ")


def test_choices_are_named_as_json_writes_them(replayed: Any) -> None:
    """Whoever reads the error writes JSON: `true`, not `True`."""
    _, _, err = replayed(json.dumps({**GAME, "options": {"partners": "yes"}}))
    assert err == "options.partners: must be one of false, true\n"
    _, _, err = replayed(json.dumps({**GAME, "options": {"conduct": True}}))
    assert err == "options.conduct: must be one of assist, call, strict\n"


def test_missing_file_is_one_line(tmp_path: Path, capsys: Captured) -> None:
    """A path that leads nowhere, or to a folder."""
    for path in (tmp_path / "none.json", tmp_path):
        assert main(["replay", str(path)]) == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err[:6]) == ("", "file: ")


@pytest.mark.parametrize("policy", ["random", "normal"])
@pytest.mark.parametrize(
    ("key", "seats"), [(game.key, seats) for game in GAMES for seats in game.seat_counts]
)
def test_selfplay_is_accepted_by_replay(
    key: str, seats: int, policy: str, tmp_path: Path, capsys: Captured
) -> None:
    """A whole game, every action accepted, over at the end; the same again for the same seed."""
    command = ["selfplay", "--game", key, "--seats", str(seats), "--seed", SEED]
    command += ["--policy", policy, "--faults", "0.2"]
    assert main(command) == 0
    written = capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out == written
    assert written.count("\n") == 1
    path = tmp_path / "game.json"
    path.write_text(written)
    assert main(["replay", str(path)]) == 0
    answers = lines_of(capsys.readouterr().out)
    assert len(answers) == len(json.loads(written)["actions"]) + 1
    assert not any("refused" in answer for answer in answers)
    assert [answer["position"]["over"] for answer in answers[-2:]] == [False, True]


@pytest.mark.parametrize("rate", ["0", "1"])
def test_selfplay_ends_at_any_rate_of_faults(rate: str, capsys: Captured) -> None:
    """Nothing but regular play, and nothing but chance, come to an end."""
    for game in GAMES:
        seats = str(game.seat_counts[-1])
        command = ["selfplay", "--game", game.key, "--seats", seats, "--seed", SEED]
        assert main([*command, "--faults", rate]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == game.key


def test_selfplay_meets_calls_of_several_and_strict_acts(capsys: Captured) -> None:
    """Calls, joint calls, demands, judgments and acts out of turn are all chosen."""
    command = ["selfplay", "--game", "flinch", "--seats", "8", "--faults", "0.5"]
    met: set[str] = set()
    for i in range(6):
        options = json.dumps({"conduct": "strict", "pile": 15})
        assert main([*command, "--seed", f"{i:064x}", "--options", options]) == 0
        for action in json.loads(capsys.readouterr().out)["actions"]:
            met.add(action["do"][0] + ("+" if len(action["by"]) > 1 else ""))
    assert {"C", "C+", "D", "J", "F", "H", "R", "L"} <= met


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "arguments"),
        (["play"], "arguments"),
        (["replay"], "arguments"),
        (["selfplay", "--game", "flinch"], "arguments"),
        (["selfplay", "--game", "chess", "--seats", "2", "--seed", SEED], "game"),
        (["selfplay", "--game", "flinch", "--seats", "9", "--seed", SEED], "seats"),
        (["selfplay", "--game", "flinch", "--seats", "x", "--seed", SEED], "arguments"),
        (["selfplay", "--game", "flip", "--seats", "3", "--seed", SEED], "seats"),
        (["selfplay", "--game", "flip", "--seats", "2", "--seed", "1"], "seed"),
        (
            ["selfplay", "--game", "flip", "--seats", "2", "--seed", SEED, "--options", "x"],
            "options",
        ),
        (
            ["selfplay", "--game", "flip", "--seats", "2", "--seed", SEED, "--options", "1"],
            "options",
        ),
        (["selfplay", "--game", "flip", "--seats", "2", "--seed", SEED, "--faults", "2"], "faults"),
        (
            ["selfplay", "--game", "flip", "--seats", "2", "--seed", SEED, "--faults", "nan"],
            "faults",
        ),
        (["bench", "--game", "chess"], "game"),
    ],
)
def test_bad_argument_is_one_line(arguments: list[str], named: str, capsys: Captured) -> None:
    """Exit status 2, one line on standard error, nothing on standard output."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{named}: ")
    assert captured.err.count("\n") == 1


def test_selfplay_is_piped_into_replay() -> None:
    """As two processes: the last position is the end of the game."""
    command = [sys.executable, "-m", "engine"]
    made = subprocess.run(
        [*command, "selfplay", "--game", "flinch", "--seats", "4", "--seed", SEED],
        capture_output=True,
        check=True,
    )
    answered = subprocess.run(
        [*command, "replay", "-"], input=made.stdout, capture_output=True, check=True
    )
    assert lines_of(answered.stdout.decode())[-1]["position"]["over"]
    assert made.stderr == answered.stderr == b""


def test_reader_that_stops_early_is_no_error() -> None:
    """`replay FILE | head -1` ends without a traceback."""
    run = subprocess.Popen(
        [sys.executable, "-m", "engine", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert run.stdin is not None
    assert run.stdout is not None
    assert run.stderr is not None
    many = [{"by": [0], "do": "M"}] * 20_000
    run.stdin.write(json.dumps({**GAME, "actions": many}).encode())
    run.stdin.close()
    run.stdout.readline()
    run.stdout.close()
    assert (run.wait(), run.stderr.read()) == (0, b"")
    run.stderr.close()


@pytest.mark.parametrize(
    ("output", "why"), [("/dev/full", "No space left on device"), ("&-", "it is closed")]
)
@pytest.mark.parametrize("command", ["replay -", f"selfplay --game flip --seats 2 --seed {SEED}"])
def test_output_that_takes_nothing_is_one_line(command: str, output: str, why: str) -> None:
    """A full disk, an output that was closed: exit status 2, no traceback."""
    run = subprocess.run(
        ["sh", "-c", f'exec "$0" -m engine {command} >{output}', sys.executable],
        input=json.dumps(GAME).encode(),
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr.decode()) == (2, f"output: cannot be written: {why}\n")


@pytest.mark.parametrize("source", ["/dev/zero", "- </dev/zero"])
def test_endless_file_is_not_read_to_its_end(source: str) -> None:
    """64 MiB and no more: a larger file, or a longer pipe, is refused in one line."""
    run = subprocess.run(
        ["sh", "-c", f'exec "$0" -m engine replay {source}', sys.executable],
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr == b"file: is larger than 64 MiB\n"


def test_bench_prints_a_line_per_game(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Accepted actions and games a second, for every game or the one asked for."""
    monkeypatch.setattr("engine.__main__.BENCH_GAMES", 3)
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [game.key for game in GAMES]
    assert all("accepted actions" in line and "games a second" in line for line in lines)
    assert main(["bench", "--game", "flip"]) == 0
    assert capsys.readouterr().out.startswith("flip: ")
