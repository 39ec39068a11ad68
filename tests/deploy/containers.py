"""Builds and runs the image: with docker where its daemon answers, else with podman, which needs root and no daemon.

Without a daemon there is no registry either: images that would be pulled are stood in for by ones made of Debian's
packages, under the same names. All that is kept, networks and images too, is in one folder, removed at the end.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

PROJECT: Final = Path(__file__).parent.parent.parent
HERE: Final = Path(__file__).parent
COMPOSE_FILE: Final = PROJECT / "deploy/compose.yaml"
#: Kept between runs, because making it takes most of the time.
DEBIAN: Final = PROJECT / "build/debian.tar"
DEBIAN_OPTIONS: Final = (
    "--variant=minbase",
    "--include=python3,python3-venv,python-is-python3,ca-certificates",
    *(f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in ("doc", "info", "locale", "man")),
)
NEEDED: Final = ("podman", "runc", "mmdebstrap")
HELPERS: Final = ("netavark", "aardvark-dns")
HELPER_FOLDERS: Final = ("/usr/lib/podman", "/usr/libexec/podman")
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
PODMAN_COMPOSE: Final = PROJECT / ".venv/checks/bin/podman-compose"

PYTHON_STAND_IN: Final = f"""\
FROM scratch
ADD {DEBIAN.name} /
COPY {CERTIFICATES.name} {CERTIFICATES}
COPY pip.conf /etc/
"""
PIP_SETTINGS: Final = f"[global]\ncert = {CERTIFICATES}\n"
REDIS_STAND_IN: Final = """\
FROM localhost/python
RUN apt-get update -qq && apt-get install -qq --no-install-recommends -y redis-server && install -d -o 999 -g 999 /data
WORKDIR /data
"""
PODMAN_SETTINGS: Final = """\
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
runtime = "runc"
[network]
network_backend = "netavark"
network_config_dir = "{folder}/networks"
"""
STORAGE: Final = """\
[storage]
driver = "{driver}"
graphroot = "{folder}/storage"
runroot = "{folder}/run"
"""


class Engine(NamedTuple):
    """What builds and runs containers here."""

    command: str
    compose: tuple[str, ...]
    environment: dict[str, str]
    build_options: tuple[str, ...] = ()

    def run(self, *arguments: str | Path, **variables: str) -> str:
        """Give the command to the engine; gives what it prints, and fails with all that it says."""
        return _said([self.command, *map(str, arguments)], self.environment | variables)

    def build(self, name: str, *options: str | Path) -> None:
        """Build an image of that name."""
        self.run("build", "--tag", name, *self.build_options, *options)

    def run_compose(self, *arguments: str, **variables: str) -> str:
        """Give the command to what reads compose files."""
        return _said([*self.compose, *arguments], self.environment | variables)

    def inspect(self, name: str) -> Any:
        """Tell everything about an image or a container."""
        return json.loads(self.run("inspect", name))[0]


def lacking() -> str:
    """Say why no image can be built and run on this machine; empty where one can."""
    if _docker_answers():
        return ""
    if os.geteuid():
        return "no docker daemon answers, and only root can do without"
    helpers = [name for name in HELPERS if not any(Path(folder, name).exists() for folder in HELPER_FOLDERS)]
    if missing := [*(program for program in NEEDED if not shutil.which(program)), *helpers]:
        return f"no docker daemon answers, and {', '.join(missing)} cannot be found"
    return ""


def start(folder: Path) -> Engine:
    """Make the engine ready; what it keeps is kept in this folder."""
    if _docker_answers():
        return Engine("docker", ("docker", "compose", "--file", str(COMPOSE_FILE)), dict(os.environ))
    (folder / "containers.conf").write_text(PODMAN_SETTINGS.format(folder=folder))
    (folder / "storage.conf").write_text(STORAGE.format(folder=folder, driver=_storage_driver(folder)))
    engine = Engine(
        "podman",
        (str(PODMAN_COMPOSE), "--file", str(COMPOSE_FILE), "--file", str(HERE / "compose.old-podman.yaml")),
        os.environ
        | {
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
        },
        ("--isolation", "chroot", "--network", "host", "--pull=never", "--format", "docker", "--layers=false"),
    )
    _stand_in_for_a_registry(engine, folder)
    return engine._replace(build_options=(*engine.build_options, "--build-arg", "BASE=localhost/python"))


def stop(engine: Engine, folder: Path) -> None:
    """Remove what podman has made; docker's images are left to docker."""
    if engine.command == "podman":
        engine.run("rm", "--force", "--all", "--volumes")
        subprocess.run(["umount", folder / "storage/overlay"], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def _docker_answers() -> bool:
    docker = shutil.which("docker")
    return bool(docker) and not subprocess.run([str(docker), "info"], check=False, capture_output=True).returncode


def _storage_driver(folder: Path) -> str:
    """Take overlay where it can be mounted; the other way copies everything at every step."""
    lower, upper, work, whole = (folder / name for name in ("lower", "upper", "work", "whole"))
    for made in (lower, upper, work, whole):
        made.mkdir()
    layers = f"lowerdir={lower},upperdir={upper},workdir={work}"
    mount = ["mount", "-t", "overlay", "overlay", "-o", layers, str(whole)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        return "vfs"
    subprocess.run(["umount", str(whole)], check=True)
    return "overlay"


def _stand_in_for_a_registry(engine: Engine, folder: Path) -> None:
    if not DEBIAN.exists():
        DEBIAN.parent.mkdir(exist_ok=True)
        unfinished = DEBIAN.with_name(f"unfinished-{os.getpid()}.tar")
        _said(
            ["mmdebstrap", *DEBIAN_OPTIONS, "bookworm", str(unfinished)],
            dict(os.environ),
        )
        unfinished.rename(DEBIAN)
    context = folder / "context"
    context.mkdir()
    shutil.copy(DEBIAN, context)
    shutil.copy(CERTIFICATES, context)
    (context / "pip.conf").write_text(PIP_SETTINGS)
    redis = yaml.safe_load(COMPOSE_FILE.read_text())["services"]["redis"]["image"]
    for name, steps in (("localhost/python", PYTHON_STAND_IN), (f"docker.io/library/{redis}", REDIS_STAND_IN)):
        (context / "Containerfile").write_text(steps)
        engine.build(name, context)


def _said(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout
