import sys
from http.client import HTTPConnection

from tests.live.conftest import running


def test_the_installed_command_serves_as_make_run_does() -> None:
    with running(sys.executable, "-c", "from service.command import main; main()") as address:
        connection = HTTPConnection(address, timeout=30)
        connection.request("GET", "/livez")
        with connection.getresponse() as response:
            assert (response.status, response.read()) == (200, b'{"status":"pass"}')
        connection.close()
