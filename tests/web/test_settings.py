"""Settings by file, environment and option, in that order of strength; secrets in no command line.
docs/settings.md is made from the same table; PITBOSS_UPDATE=1 writes it anew."""

import os
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.refusal import Refused
from pitboss.web.settings import FILE_VARIABLE, Options, always, fields, read_settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
SECRET = "postgresql://house:s3cr3t@db/pitboss"

HEAD = f"""# Settings

For whoever runs a server: all that can be set, and how. Nothing must be set to try it; for a
public house begin with `host`, `https`, `allowed_hosts` and `database` ([Running
it](running.md#settings)).

Every setting can be given as an option of `pitboss serve`, in the environment, or in a TOML file
that `--settings FILE` or `{FILE_VARIABLE}` names. An option is stronger than the environment, the
environment than the file, the file than the default. `pitboss settings` with the same options
shows what is in force and where each value comes from.

A secret (marked so) stands in no command line, because every user of the machine can read those.
It may be in the environment; in the settings file, which must then be its owner's alone (mode
0600); or in a file of its own, as containers mount them: `NAME_file`, `PITBOSS_NAME_FILE` or
`--name-file`. A database address is a secret when a password is in it; PostgreSQL's own
`PGPASSFILE` serves too.

A key of the file that is not in this table, and a value that a setting cannot have, are refused
with the file and the key. A name in the environment that begins with `PITBOSS_` and is not in
this table is told at the start and not read: others write names there too. An empty one is as
good as none. Lists are `["a", "b"]` in the file, `a,b` in the environment, and an option given
again and again.

| key in the file | environment | option | kind | default | what it is |
|---|---|---|---|---|---|
"""


def settings_page() -> str:
    rows = []
    for field in fields().values():
        kind = "list" if field.is_list else field.kind.__name__
        kinds = {"str": "text", "int": "whole number", "bool": "true or false", "float": "number"}
        default = ", ".join(field.default) if field.is_list else str(field.default).lower()
        once, secret = field.setting.once, field.setting.is_secret
        cells = (
            "" if once else f"`{field.name}`",
            "" if once else f"`{field.variable}`",
            "" if secret is always else f"`{field.option}`",
            kinds.get(kind, kind) + (", secret" if secret else ""),
            default and f"`{default}`",
            field.setting.help,
        )
        rows.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
    return HEAD + "\n".join(rows) + "\n"


def test_settings_page_is_up_to_date() -> None:
    if os.environ.get("PITBOSS_UPDATE"):
        PAGE.write_text(settings_page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == settings_page()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.toml"


def write(file: Path, text: str, mode: int = 0o644) -> dict[str, object]:
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return {"settings": str(file)}


def test_an_option_is_stronger_than_the_environment_and_that_than_the_file(file: Path) -> None:
    given = write(file, 'port = 1\nhost = "file"\norigins = ["https://a"]\nhttps = true\n')
    environment = {"PITBOSS_PORT": "2", "PITBOSS_HTTPS": "no", "PITBOSS_ORIGINS": "https://b, c"}
    settings = read_settings(given | {"port": "3"}, environment)
    assert settings.options == Options(
        host="file", port=3, https=False, origins=("https://b", "c"), database="", data=""
    )
    sources = {name: found.source for name, found in settings.found.items()}
    assert (sources["port"], sources["https"]) == ("--port", "PITBOSS_HTTPS")
    assert sources["host"] == f"settings file {file}: host"
    assert sources["data"] == "default"
    named = read_settings({}, {FILE_VARIABLE: str(file), "PITBOSS_DATA": "", "PITBOSS_PROT": "1"})
    assert (named.options.port, named.options.data) == (1, "")
    assert named.unknown == ("PITBOSS_PROT",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "prot: there is no such setting"),
        ("[port]\nx = 1", "port: give a whole number"),
        ('port = "80"', "port: give a whole number, not 80"),
        ("port = true", "port: give a whole number"),
        ("port = 1.5", "port: give a whole number"),
        ("https = 1", "https: give true or false"),
        ("origins = [1]", "origins: give a list of texts"),
        ('origins = "https://a"', "origins: give a list of texts"),
        ('data_file = "x"', "data_file: there is no such setting"),
        ('database_file = "/none"', "database_file: /none cannot be read"),
        ("port = ", "no valid TOML"),
        ('database = "a"\ndatabase_file = "/dev/null"', "give one of them"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_key(file: Path, text: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        read_settings(write(file, text), {})
    assert str(refused.value).startswith(f"settings file {file}: ")
    assert words in str(refused.value)


def test_bad_words_elsewhere_are_refused_too() -> None:
    for given, environment, words in (
        ({"port": "x"}, {}, "--port: give a whole number, not x"),
        ({}, {"PITBOSS_PORT": "1_0"}, "PITBOSS_PORT: give a whole number, not 1_0"),
        ({}, {"PITBOSS_HTTPS": "perhaps"}, "PITBOSS_HTTPS: give true or false, not perhaps"),
        ({"settings": "/none.toml"}, {}, "settings file /none.toml: cannot be read"),
    ):
        with pytest.raises(Refused, match=words):
            read_settings(given, environment)


@pytest.mark.parametrize(
    "address",
    [
        SECRET,
        "postgresql://house:p@ss:w@db/pitboss",
        "postgresql://db/pitboss?user=house&password=s3cr3t",
        "postgresql://house:s3cr3t@a:5432,b:5433/pitboss?target_session_attrs=read-write",
    ],
)
def test_low_the_password_of_postgresql_stands_in_no_process_list(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--database", address]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "PITBOSS_DATABASE" in said
    assert "PGPASSFILE" in said
    assert "s3cr3t" not in said


def test_an_address_without_a_password_may_be_an_option() -> None:
    address = "postgresql://house@a:5432,b:5433/pitboss?target_session_attrs=read-write"
    assert read_settings({"database": address}, {}).options.database == address


def test_secrets_come_by_environment_by_a_private_file_or_by_a_file_of_their_own(
    file: Path, tmp_path: Path
) -> None:
    assert read_settings({}, {"PITBOSS_DATABASE": SECRET}).options.database == SECRET
    text = f'database = "{SECRET}"\n'
    with pytest.raises(Refused, match=f"database is a secret .*chmod 600 {file}"):
        read_settings(write(file, text), {})
    assert read_settings(write(file, text, 0o600), {}).options.database == SECRET
    own = tmp_path / "address"
    own.write_text(f"{SECRET}\n")
    for given, environment in (
        ({"database_file": str(own)}, {}),
        ({}, {"PITBOSS_DATABASE_FILE": str(own)}),
        (write(file, f'database_file = "{own}"\n'), {}),
    ):
        assert read_settings(given, environment).options.database == SECRET


def test_what_is_in_force_is_shown_without_secrets(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", SECRET)
    write(file, "port = 9000\n")
    assert main(["settings", "--settings", str(file), "--host", "::1"]) == 0
    out = capsys.readouterr().out
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert lines["port"].endswith(f"9000  (settings file {file}: port)")
    assert lines["host"].endswith("::1  (--host)")
    assert lines["database"].endswith("(a secret, not shown)  (PITBOSS_DATABASE)")
    assert "s3cr3t" not in out
