"""The image, the compose file and the unit, tried as far as a machine without them allows."""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.config import Settings
from bot.db.file import file_of
from tests.operating.conftest import POWERLESS, ROOT, Operator
from tests.prerequisites import SYSTEMD, require

UNIT = ROOT / "deploy" / "kalamazoo.service"
EXPOSED = 15
"""The most that systemd may find to be exposed, in tenths."""
IN_IMAGE = "/opt/kalamazoo"


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    found: list[list[tuple[str, str]]] = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            if word == "FROM":
                found.append([])
            found[-1].append((word, rest))
    return found


def built(folder: Path) -> Path:
    """Do what the first stage does, in a folder; return where the program is then."""
    source, place = folder / "source", folder / "opt" / "kalamazoo"
    source.mkdir()
    python = folder / "python"
    venv.create(python, symlinks=True, with_pip=True)
    path = f"{python / 'bin'}:/usr/bin:/bin"
    environment = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    for word, rest in stages()[0]:
        if word == "COPY":
            *names, target = rest.split()
            for name in names:
                whole = source / target / (name if target.endswith("/") else "")
                copy(ROOT / name, whole.resolve())
        elif word == "RUN":
            command = rest.replace(IN_IMAGE, str(place)).replace(" /data", f" {folder}/data")
            subprocess.run(
                ["/bin/sh", "-ec", command],
                cwd=source,
                env=environment | {"PATH": path, "HOME": str(folder)},
                check=True,
                timeout=280,
            )
    return place


def copy(there: Path, here: Path) -> None:
    """Copy a file or a folder as it is, links as links."""
    if there.is_dir():
        left_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(there, here, symlinks=True, ignore=left_out)
    else:
        shutil.copy(there, here)


@pytest.mark.timeout(300)
async def test_image_is_built_and_runs_without_powers_on_a_read_only_system(
    operator: Operator, tmp_path: Path
) -> None:
    """The steps in a clean folder; then the bot runs from it, writing to its data alone."""
    place = await asyncio.to_thread(built, tmp_path)
    data = tmp_path / "data"
    kalamazoo = place / "bin" / "kalamazoo"
    last = dict(instruction for instruction in stages()[-1] if instruction[0] != "COPY")
    assert last["USER"] == "10001:10001"
    assert (last["ENTRYPOINT"], last["CMD"]) == ('["kalamazoo"]', '["run"]')
    assert '["kalamazoo", "health"]' in last["HEALTHCHECK"]
    image = dict(each.split("=", 1) for each in shlex.split(last["ENV"]))
    port = 20_000 + os.getpid() % 20_000
    settings = {
        "HOME": str(data),
        "KALAMAZOO_MONITORING": f"127.0.0.1:{port}",
        "KALAMAZOO_DATABASE_URL": image["KALAMAZOO_DATABASE_URL"].replace("/data", str(data)),
        "PYTHONDONTWRITEBYTECODE": image["PYTHONDONTWRITEBYTECODE"],
    }
    operator.environment = {
        name: value
        for name, value in operator.environment.items()
        if name.startswith(("KALAMAZOO_", "DISCORD_"))
    } | settings
    operator.folder = data
    locked = "mount -o remount,ro,bind / && mount --bind {0} {0} && mount -o remount,rw,bind {0}"
    root = f'mount --bind / / && {locked.format(shlex.quote(str(data)))} && exec "$@"'
    away = ("unshare", "-m") if os.geteuid() == 0 else ("unshare", "-rm")
    operator.before = (*away, "/bin/sh", "-ec", root, "sh", *POWERLESS)
    operator.program = (str(kalamazoo),)
    assert (await operator.types("--version"))[0] == 0
    running = await operator.starts()
    await running.ready()
    assert (await operator.types("health"))[0] == 0
    assert await running.stop() == 0
    assert (await operator.types("check"))[0] == 0
    assert {each.name for each in data.iterdir()} == {"kalamazoo.sqlite3", "kalamazoo.sqlite3.lock"}
    assert not (place / "bin" / "pip").exists()


def test_image_is_given_what_it_needs_and_no_more() -> None:
    """What the Dockerfile copies is let through by .dockerignore, which leaves out all else."""
    copied = [name for word, rest in stages()[0] if word == "COPY" for name in rest.split()[:-1]]
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(copied) == sorted(allowed)
    assert (ROOT / ".dockerignore").read_text().startswith("*\n")


def test_compose_file_says_what_the_bot_understands() -> None:
    """Not root, read-only, no powers, one volume; settings that exist; PostgreSQL as a profile."""
    services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    bot, database = services["kalamazoo"], services["database"]
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]
    assert bot["security_opt"] == ["no-new-privileges:true"]
    assert "profiles" not in bot
    assert database["profiles"] == ["postgresql"]
    known = {f"KALAMAZOO_{name.upper()}" for name in Settings.__struct_fields__} | {"DISCORD_TOKEN"}
    assert set(bot["environment"]) <= known
    stages_env = dict(stages()[-1])["ENV"]
    assert set(re.findall(r"(KALAMAZOO_\w+)=", stages_env)) <= known


def test_unit_is_understood_and_hardened(tmp_path: Path) -> None:
    """systemd finds nothing wrong with it, and little exposed."""
    require(SYSTEMD)
    unit = tmp_path / UNIT.name
    # The program is where the operator puts it; here it is another one.
    unit.write_text(UNIT.read_text().replace(f"{IN_IMAGE}/bin/kalamazoo", sys.executable))
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    exposed = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSED}", str(unit)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert exposed.returncode == 0, exposed.stdout


def test_commands_of_the_service_have_its_folder_and_settings(tmp_path: Path) -> None:
    """As its unit reads them, whatever a shell would make of them; what is set already wins."""
    program, settings = tmp_path / "program", tmp_path / "environment"
    program.write_text('#!/bin/sh\npwd\necho "$@"\nenv\n')
    program.chmod(0o755)
    address = "postgresql+asyncpg://ana:p%40$s@/cards?host=/run&port=1"
    lines = ("# a comment", "", "DISCORD_TOKEN=a.b", f"KALAMAZOO_DATABASE_URL={address}")
    settings.write_text("\n".join(("KALAMAZOO_LANGUAGE=es", *lines)))  # an editor without an end
    text = (ROOT / "deploy" / "kalamazoo").read_text()
    for there, here in (
        ("/opt/kalamazoo/bin/kalamazoo", program),
        ("/etc/kalamazoo/environment", settings),
        ("/var/lib/kalamazoo", tmp_path),
    ):
        text = text.replace(f" {there}", f" {here}")
    done = subprocess.run(
        ["/bin/sh", "-c", text, "kalamazoo", "backup", "a b"],
        env={"PATH": os.environ["PATH"], "KALAMAZOO_LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    folder, words, *variables = done.stdout.splitlines()
    assert (folder, words, done.stderr) == (str(tmp_path), "backup a b", "")
    wanted = {"DISCORD_TOKEN=a.b", f"KALAMAZOO_DATABASE_URL={address}", "KALAMAZOO_LANGUAGE=en"}
    assert {each for each in variables if each.startswith(("KALAM", "DISC"))} == wanted


def test_unit_does_not_begin_again_what_only_a_person_can_mend() -> None:
    """Exit status 2 is that; everything else is begun again."""
    text = UNIT.read_text()
    assert "RestartPreventExitStatus=2\n" in text
    assert "Restart=on-failure\n" in text


def test_page_names_the_database_where_the_unit_has_it() -> None:
    """What is typed to move it is its very place: the default, from the folder of the unit."""
    text = UNIT.read_text()
    assert "WorkingDirectory=%S/kalamazoo\n" in text
    file = file_of(Settings().database_url)
    assert file is not None
    [typed] = re.findall(
        r"^kalamazoo copy-database (\S+)",
        (ROOT / "docs" / "operating.md").read_text(),
        re.MULTILINE,
    )
    assert file_of(typed) == "/var/lib/kalamazoo" / file
