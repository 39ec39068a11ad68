"""HTTP: routes, media types, limits of a request, problems and pages.

This room knows no card and no rule. It hands bodies to `service.wire` and its answers back.
"""
