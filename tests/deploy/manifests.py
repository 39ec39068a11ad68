"""Builds every overlay of deploy/kubernetes with its example of secrets, and validates what comes out strictly.

`python -m tests.deploy.manifests` does so; it needs the tools of `make check`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import yaml

PROJECT: Final = Path(__file__).parent.parent.parent
MANIFESTS: Final = PROJECT / "deploy/kubernetes"
TOOLS: Final = PROJECT / ".venv/checks/bin"
OVERLAYS: Final = sorted(example.parent.name for example in MANIFESTS.glob("*/secrets.env.example"))

DIVIDER: Final = "\n---\n"


def built(overlay: str) -> str:
    """Give all objects of an overlay as kustomize writes them."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "kubernetes")
        shutil.copytree(MANIFESTS, copy, ignore=shutil.ignore_patterns("secrets.env"))
        (copy / overlay / "secrets.env.example").rename(copy / overlay / "secrets.env")
        return _said([TOOLS / "kubectl", "kustomize", copy / overlay])


def validate(objects: str) -> str:
    """Give what the validator says of objects that are as they should be; ends with what it says of others."""
    return _said([TOOLS / "kubernetes-validate", "--strict", "-"], objects)


def unmet_names(objects: str) -> list[str]:
    """List the secrets and volumes that a pod asks for and nobody brings."""
    everything: list[Any] = list(yaml.safe_load_all(objects))
    secrets = {one["metadata"]["name"] for one in everything if one["kind"] == "Secret"}
    unmet = []
    for one in everything:
        if pod := one.get("spec", {}).get("template", {}).get("spec"):
            volumes = {volume["name"] for volume in pod.get("volumes", ())}
            volumes |= {claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", ())}
            asked = {volume["secret"]["secretName"] for volume in pod.get("volumes", ()) if "secret" in volume}
            for container in pod["containers"]:
                unmet += [mount["name"] for mount in container["volumeMounts"] if mount["name"] not in volumes]
                references = [variable.get("valueFrom", {}).get("secretKeyRef") for variable in container["env"]]
                asked |= {reference["name"] for reference in references if reference}
            unmet += sorted(asked - secrets)
    return unmet


def _said(command: list[str | Path], given: str | None = None) -> str:
    done = subprocess.run(command, input=given, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    for each in OVERLAYS:
        objects = built(each)
        validate(objects)
        if unmet := unmet_names(objects):
            sys.exit(f"deploy/kubernetes/{each} asks for {', '.join(unmet)}, which nobody brings")
        print(f"deploy/kubernetes/{each}: {len(objects.split(DIVIDER))} objects are valid")
