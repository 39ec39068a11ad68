"""Games kept by the service: deals, hides, judges and remembers.

The rules are those of `service.rules`, which judge every move; the store keeps bytes. This room knows no HTTP.
"""
