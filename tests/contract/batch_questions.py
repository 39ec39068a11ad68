"""The questions of a batch in openapi.yaml: those of the single operations, word for word, with their `kind`.

OpenAPI can say that a closed object has one member more than another only by saying it all again.
"""

from typing import Final

from service.wire.batches import QUESTIONS

from .agreement import COMPONENTS, question_of_kind

_HEADING: Final = "    # Questions of a batch"
_NEXT_HEADING: Final = "    # Answers"
_KIND: Final = """\
        kind:
          type: string
          const: {kind}
"""


def with_batch_questions(text: str) -> str:
    """Return the contract with the questions of a batch as they follow from the others."""
    heading = text.index(_HEADING)
    start = text.index("\n", heading) + 1
    end = text.index(_NEXT_HEADING, start)
    told = [
        _of_kind(_component(text[:heading], COMPONENTS[type(request)]), kind)
        for kind, request in QUESTIONS.requests.items()
    ]
    return "\n".join([text[:start], *told, text[end:]])


def _component(text: str, name: str) -> str:
    start = text.index(f"\n    {name}:\n") + 1
    return text[start : text.index("\n\n", start) + 1]


def _of_kind(component: str, kind: str) -> str:
    _, _, members = component.partition("\n")
    members = members.replace("required: [", "required: [kind, ", 1)
    before, properties, after = members.partition("      properties:\n")
    return f"    {question_of_kind(kind)}:\n{before}{properties}{_KIND.format(kind=kind)}{after}"
