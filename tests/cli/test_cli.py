"""The ``tablier`` command: its output and exit codes; no error shows a traceback."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

import tablier
from tablier import bots, catalogue, rulebook, warm
from tablier.catalogue import lessons, puzzles
from tablier.cli import main, tables
from tablier.commit_reveal import commitment, draw
from tablier.server.db.folder_lock import locked

PONTE = "ponte_del_diavolo"
ROOT = Path(__file__).parents[2]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
COMMAND = [sys.executable, "-c", "from tablier.cli import main; main()"]


def run(*arguments: str | Path, **options: object) -> Result:
    return CliRunner(env={"LC_ALL": "C"}).invoke(main, [str(a) for a in arguments], **options)  # type: ignore[arg-type]


def fails(code: int, message: str, *arguments: str | Path) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert re.search(message, result.output), result.output
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)


def test_help_imports_no_heavy_packages() -> None:
    script = (
        "import sys; from tablier.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'litestar', 'sqlalchemy', 'rich', 'uvicorn'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for command in (
        "play",
        "serve",
        "games",
        "warm",
        "show",
        "verify",
        "review",
        "arena",
        "merge",
        "selfplay",
        "bench",
        "worker",
        "new-game",
    ):
        assert f"  {command} " in done.stdout


@pytest.mark.parametrize("command", [("play",), ("serve",), ("worker",), ("backup", "copies"), ("doctor",)])
def test_commands_of_the_table_name_the_missing_extra(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "litestar", None)
    fails(1, r"tables need litestar: pip install 'tablier\[server\]'", *command)


def test_the_version_is_printed() -> None:
    assert tablier.__version__ in run("--version").output


@pytest.mark.parametrize(("lang", "word"), [("en", "Seats"), ("fr", "Places")])
def test_games_are_listed_in_the_language_of_the_environment(lang: str, word: str) -> None:
    result = run("games", "--lang", lang)
    assert result.exit_code == 0
    assert PONTE in result.output
    assert word in result.output


@pytest.mark.parametrize(
    ("variables", "word"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "Places"),
        ({"LC_ALL": "en_GB", "LANG": "fr_FR"}, "Seats"),
        ({"LANG": "de_DE"}, "Seats"),
    ],
)
def test_the_language_is_that_of_the_environment(variables: dict[str, str], word: str) -> None:
    nothing = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG"))
    assert word in CliRunner(env={**nothing, **variables}).invoke(main, ["games"]).output


def test_french_output_works_on_ascii_terminals() -> None:
    environment = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "games", "--lang", "fr"], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Les Ponts de Shangri-La" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["games"], ["show", "-"]])
def test_errors_of_writing_are_reported(record: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full, record.open("rb") as given:
        done = subprocess.run(
            [*COMMAND, *arguments], env=ENVIRONMENT, stdin=given, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"Error: No space left on device\n")


@pytest.mark.parametrize("arguments", [["games"], ["show", "-"]])
def test_a_closed_pipe_is_not_an_error(record: Path, arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with record.open("rb") as given:
        done = subprocess.run(
            [*COMMAND, *arguments], env=ENVIRONMENT, stdin=given, stdout=write, stderr=subprocess.PIPE, check=False
        )
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_an_unwritable_file_of_games_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "games"
    fails(1, "cannot use .*file", "selfplay", PONTE, "--bots", "1,1", "--records", below)
    fails(1, "is not a folder; name another place", "arena", PONTE, "1", "1", "--games", "2", "--out", below)


def test_selfplay_overwrites_no_record(tmp_path: Path) -> None:
    kept = tmp_path / f"{PONTE}-1-1.json"
    kept.write_text("a game")
    fails(1, f"{kept.name} exists and was not changed", "selfplay", PONTE, "--bots", "1,1", "--records", tmp_path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(kept.name, "a game")]


def test_an_option_without_a_value_is_refused() -> None:
    fails(1, "option 'board' must be NAME=VALUE; options of ponte", "arena", PONTE, "1", "1", "--option", "board")
    twice = ("--option", "board=8", "--option", "board=10")
    fails(1, "option 'board' is given twice; give board=8 or board=10", "arena", PONTE, "1", "1", *twice)
    fails(1, "option 'board' is given twice", "selfplay", PONTE, "--bots", "1 1", *twice)


def test_bench_refuses_invalid_arguments() -> None:
    fails(1, "no game 'chess'", "bench", "--game", "chess")
    for seconds in ("0", "-1", "inf", "nan"):
        fails(2, "--seconds", "bench", "--seconds", seconds)


def test_show_prints_the_position(record: Path) -> None:
    assert run("show", record).output.rstrip() == str(tablier.game(PONTE).new(board=12).play("d4 e4 d5 f3"))
    assert run("show", record, "--ply", "1").output != run("show", record).output
    assert run("show", "-", input=record.read_bytes()).output == run("show", record).output


def test_show_writes_pictures(record: Path, tmp_path: Path) -> None:
    svg = run("show", record, "--format", "svg", "--lang", "fr").output
    assert ET.fromstring(svg).tag.endswith("svg")
    assert "Ann" in svg
    assert "Place 2" in svg  # a seat without a name
    assert run("show", record, "-o", tmp_path / "game.svg").exit_code == 0
    assert "Seat 2" in (tmp_path / "game.svg").read_text()
    assert run("show", record, "-o", tmp_path / "game.png", "--width", "200").exit_code == 0
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "command",
    [
        ("show", "game.json", "-o"),
        ("review", "game.json", "--iterations", "4", "--svg"),
        ("solve", PONTE, "board: 4; new; moves: a1 b1", "--certificate"),
    ],
)
def test_the_folder_of_a_file_to_be_written_is_made(
    command: tuple[str, ...], record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    result = run(*command, "new/folder/made.svg")
    assert result.exit_code == 0, result.output
    assert Path("new/folder/made.svg").stat().st_size > 0


def test_show_refuses_invalid_records_and_plies(record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(record.read_text().replace("d5 f3", "d4 f3"))
    fails(1, "not a valid record", "show", bad)
    fails(1, "move 2", "show", wrong)
    fails(1, "4 plies", "show", record, "--ply", "5")
    fails(2, "does not exist|No such file", "show", tmp_path / "none.json")
    fails(1, "bad.json is not a folder; name another place", "show", record, "-o", bad / "x.svg")
    fails(2, "the name says no format", "show", record, "-o", tmp_path / "x.gif")
    assert not (tmp_path / "x.gif").exists()
    fails(2, "not one of", "show", record, "--format", "gif")


@pytest.mark.parametrize("environment", ["fr_FR.UTF-8", "en_GB.UTF-8"])
def test_refusals_name_the_rule_in_the_language_of_the_environment(record: Path, environment: str) -> None:
    record.write_text(record.read_text().replace("d5 f3", "d4 f3"))
    texts = {lang: rulebook.rule(PONTE, "PONTE-3.2", lang).text for lang in ("en", "fr")}
    for asked in ("fr", "en", None):
        arguments = ["show", str(record), *(("--lang", asked) if asked else ())]
        said = CliRunner(env={"LC_ALL": environment}).invoke(main, arguments).output
        lang = asked or environment[:2]
        assert f"d4: {texts[lang]} (PONTE-3.2)" in said
        assert texts["fr" if lang == "en" else "en"] not in said


def test_verify_checks_all_draws(tmp_path: Path) -> None:
    seed, position = bytes(32), tablier.game("on_top").new()
    for _ in range(3):
        position.push(position.moves(tablier.CHANCE)[draw(seed, position.ply, position.odds())])
        position.push(position.moves()[0])
    data = json.loads(tablier.Record.of(position).dumps()) | {
        "fair": {"commitment": commitment(seed), "seed": seed.hex()}
    }
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    assert run("verify", file).output == "all 3 draws follow from the seed\n"
    other = next(m.text for m in tablier.game("on_top").new().moves() if m.text != data["moves"][0]["play"])
    data["moves"][0]["play"] = other
    file.write_text(json.dumps(data))
    fails(1, rf"draw 1 \(ply 1\) is '{other}', but the seed gives", "verify", file)
    file.write_text(tablier.Record.of(position).dumps())
    fails(1, "no seed", "verify", file)


def test_a_second_server_refuses_the_folder_of_the_first_until_that_ends(tmp_path: Path) -> None:
    hold = f"import time, pathlib, tablier.server.db.folder_lock as f\nwith f.locked(pathlib.Path({str(tmp_path)!r})):"
    command = [sys.executable, "-c", f"{hold}\n print('held', flush=True); time.sleep(600)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"held\n"
        for second in ("serve", "play"):
            fails(
                1, f"another Tablier server uses the data folder {tmp_path}", second, "--port", "0", "--data", tmp_path
            )
        first.kill()  # as kill -9 does
    with locked(tmp_path):
        pass


def test_unavailable_addresses_and_folders_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        fails(1, f"port {port} is in use.*--port", "play", "--no-browser", "--data", tmp_path, "--port", port)
        fails(1, f"port {port} is in use.*--port", "serve", "--data", tmp_path, "--port", port)
    fails(1, "--host", "serve", "--host", "192.0.2.1", "--port", "0", "--data", tmp_path)
    fails(1, "data folder.*--data", "play", "--no-browser", "--port", "0", "--data", file / "below")
    fails(2, "is a file", "play", "--no-browser", "--data", file)
    fails(2, "no origin", "serve", "--origin", "games.example")
    fails(2, "no origin", "serve", "--origin", "https://games.example/path")
    fails(2, "no address", "serve", "--proxy", "proxy.example")
    fails(2, "no address", "serve", "--proxy", "10.0.0.1/8")
    fails(2, "range", "play", "--port", "70000")


@pytest.mark.parametrize("host", ["h:port", "h:99999", "h:"])
def test_wrong_ports_are_named(tmp_path: Path, host: str) -> None:
    fails(2, f"http://{host} is no origin", "doctor", "--data", tmp_path, "--origin", f"http://{host}")
    fails(2, "http://:80 is no origin", "doctor", "--data", tmp_path, "--origin", "http://:80")
    fails(1, "--database .* is no address", "serve", "--data", tmp_path, "--database", f"postgresql://{host}/name")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("u:secret@h", "is no address.*write it like postgresql://"),
        ("postgresql://u:secret@h/db?port=abc", "is no address, or has a wrong port; write it like postgresql://"),
        ("postgresql://u:secret@h/db?port=99999", "is no address, or has a wrong port; write it like postgresql://"),
        ("postgresql://u:secret@/db?host=a,b", "is no address, or has a wrong port; write it like postgresql://"),
        ("mysql://u:secret@h/db", "cannot use mysql; write them like postgresql://"),
        ("postgresql+psycopg2://u:secret@h/db", r"cannot use postgresql\+psycopg2; write them like postgresql://"),
        ("postgresql://u:secret@h/db?sslmode=require", "cannot have the option sslmode; the options .*, ssl,"),
        ("postgresql://u:secret@h/db?passfile=a&passfile=b", "cannot have passfile twice; the options .*, passfile,"),
    ],
)
def test_addresses_of_databases_that_cannot_be_used_are_reported(tmp_path: Path, address: str, message: str) -> None:
    serve = ("serve", "--port", "0", "--data", tmp_path)
    for command in (serve, ("worker",), ("doctor", "--data", tmp_path), ("backup", tmp_path / "backups")):
        fails(1, f"--database (or|and) TABLIER_DATABASE {message}", *command, "--database", address)
        assert "secret" not in run(*command, "--database", address).output


@pytest.mark.parametrize(
    "address", ["postgresql://u:secret@127.0.0.1:1/db", "postgresql://127.0.0.1:1/db?password=secret"]
)
def test_a_database_that_does_not_answer_is_named_without_its_password(address: str) -> None:
    fails(1, "cannot use postgresql://.*127.0.0.1:1/db.*does not answer", "worker", "--database", address)
    assert "secret" not in run("worker", "--database", address).output


def test_a_missing_driver_of_postgresql_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.server.db.address.find_spec", lambda _name: None)
    for command in (("serve", "--port", "0", "--data", tmp_path), ("worker",)):
        message = r"PostgreSQL needs asyncpg; install it with: pip install 'tablier\[postgres\]'"
        fails(1, message, *command, "--database", "postgresql://h/db")


def test_wrong_environment_variables_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TABLIER_PER_ADDRESS": "0", "TABLIER_PROXY": "proxy.example", "TABLIER_DATA": __file__}.items():
        with monkeypatch.context() as environment:
            environment.setenv(name, value)
            fails(2, f"Invalid value for {name}: ", "serve")
    monkeypatch.setenv("TABLIER_ORIGIN", "https://games.example/path")
    fails(2, "Invalid value for '--origin': games", "serve", "--origin", "games.example")


def test_play_takes_the_next_free_port_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with tables._near(port) as sock:
            assert sock.getsockname()[1] > port
            said = capsys.readouterr().err
            assert str(port) in said
            assert str(sock.getsockname()[1]) in said


@contextmanager
def running(*arguments: str | Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server in a separate process, and its port."""
    command = [*COMMAND, *map(str, arguments), "--port", "0"]
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr
        try:
            port = 0
            while not port:
                line = child.stderr.readline()
                assert line, "the server did not start"
                found = re.search(r"127\.0\.0\.1(?::|, port )(\d+)", line)
                port = int(found[1]) if found else 0
            yield child, port
        finally:
            child.kill()


@pytest.mark.parametrize("arguments", [("play", "--no-browser"), ("serve",)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_answers_and_stops_at_a_signal(tmp_path: Path, arguments: tuple[str, ...], number: int) -> None:
    with running(*arguments, "--data", tmp_path) as (child, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
            assert json.load(answer)["status"] == "ok"
        child.send_signal(number)
        rest = child.communicate(timeout=30)[1]
        assert child.returncode == 0
        assert "Traceback" not in rest
    assert (tmp_path / "tablier.sqlite3").exists()


@pytest.mark.parametrize("command", ["play", "serve"])
@pytest.mark.parametrize("file", ["lessons.toml", "levels.toml", "puzzles.json"])
def test_a_mistake_in_another_game_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, file: str
) -> None:
    name = f"canal_{command}_{file.partition('.')[0]}"
    shutil.copytree(Path(tablier.__file__).parent / "games" / PONTE, tmp_path / name)
    info = tmp_path / name / "game.toml"
    info.write_text(info.read_text("utf-8").replace(f'name = "{PONTE}"', f'name = "{name}"'), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(catalogue, "_others", lambda: {name: name})
    monkeypatch.setattr(tables, "_run", lambda _config, sock, *_: sock.close())
    assert run(command, "--port", "0", "--data", tmp_path).exit_code == 0
    for read in (bots.specs._levels, lessons.lessons, puzzles.puzzles):
        read.cache_clear()
    (tmp_path / name / file).write_text("wrong")
    fails(1, f"{name}: {file}: ", command, "--port", "0", "--data", tmp_path)


def test_warm_compiles_the_games_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for steps in ("steps", "further_steps"):
        monkeypatch.setattr(warm, steps, lambda name: [("rules", lambda: done.append(name))])
    assert run("warm", PONTE, "delta").exit_code == 0
    assert done == [PONTE, PONTE, "delta", "delta"]
    fails(1, "there is no game 'chess'", "warm", "chess")
