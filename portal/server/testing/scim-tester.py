"""Runs scim2-tester against a directory and prints what it found, as JSON."""

import json
import os
import sys
import uuid

import scim2_tester.filling as filling
from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

base_url, domain = sys.argv[1:]
invented = filling.generate_random_value


def address():
    return f"{uuid.uuid4()}@{domain}"


def colleague(context):
    user = context.client.get_resource_model("User")
    return context.resource_manager.create_and_register(user)


# The tester invents what a directory would not send us: addresses under domains that nobody has proved,
# and people in groups whom nobody has added.
def as_a_directory_would(context, path, *args, **kwargs):
    value = invented(context, path, *args, **kwargs)
    name = str(path)
    if value is None:
        return None
    if name.endswith(("userName", "emails.value")):
        return address()
    if name.endswith("members.value"):
        return colleague(context).id
    if name.endswith("emails"):
        for email in value:
            email.value = address()
    if name.endswith("members"):
        for member in value:
            person = colleague(context)
            member.value, member.ref, member.type = person.id, person.meta.location, "User"
    return value


for module in [m for name, m in sys.modules.items() if name.startswith("scim2_tester")]:
    if getattr(module, "generate_random_value", None) is invented:
        module.generate_random_value = as_a_directory_would

headers = {"authorization": f"Bearer {os.environ['SCIM_TOKEN']}"}
client = SyncSCIMClient(Client(base_url=base_url, headers=headers))
found = [
    {"status": result.status.name, "title": result.title, "reason": result.reason}
    for result in check_server(client)
]
print(json.dumps(found))
