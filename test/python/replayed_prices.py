"""Query a saved response.

The folder is a project with the documented replay.py. The output is the response.
"""

import json
import os
import sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen

os.chdir(sys.argv[1])
sys.path.insert(0, sys.argv[1])

from replay import replay

service, access = replay("test/fixtures")
form = {name: access[name] for name in ("username", "password")}
body = urlencode({"grant_type": "password", **form}).encode()
with urlopen(f"{access['authUrl']}/connect/token", body) as granted:
    token = json.load(granted)["access_token"]
query = urlencode({"deliveryarea": "SE3,NO1", "startTime": "2026-03-29T00:00:00+01:00"})
url = f"{access['baseUrl']}/dayahead/prices/areaBlock?{query}"
headers = {"Authorization": f"Bearer {token}"}
with urlopen(Request(url, headers=headers)) as response:
    sys.stdout.buffer.write(response.read())
service.terminate()
service.wait()
