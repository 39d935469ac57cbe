"""A partner's program on what openapi-python-client makes of docs/openapi/resource-api.json."""

import json
import sys
import urllib.parse
import urllib.request

from learning_platform_service_resource_api_client import AuthenticatedClient
from learning_platform_service_resource_api_client.api.enrollments import enrollments_create
from learning_platform_service_resource_api_client.api.learning_objects import learning_objects_search
from learning_platform_service_resource_api_client.api.users import users_create
from learning_platform_service_resource_api_client.api.webhooks import webhooks_create
from learning_platform_service_resource_api_client.models import (
    CreateEnrollment,
    CreateUser,
    CreateWebhookBody,
    Role,
)

auth, api, client_id, client_secret, receiver = sys.argv[1:]
form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
with urllib.request.urlopen(f"{auth}/oauth/token", urllib.parse.urlencode(form).encode()) as answer:
    token = json.load(answer)["access_token"]

client = AuthenticatedClient(base_url=api, token=token)
found = learning_objects_search.sync(client=client, keyword="teamwork")
webhook = webhooks_create.sync(client=client, body=CreateWebhookBody(url=receiver, user_create=True))
user = users_create.sync(
    client=client,
    body=CreateUser(
        email="pyclient@a.example",
        first_name="Python",
        last_name="Client",
        roles=[Role.LEARNER],
        send_login_email=False,
    ),
)
wish = CreateEnrollment(lo_id=found.hits[0].id, user_id=user.id)
enrollment = enrollments_create.sync(client=client, body=wish)
refusal = enrollments_create.sync(client=client, body=wish)
print(
    json.dumps(
        {
            "found": found.total,
            "user_id": user.id,
            "status": enrollment.status.value,
            "code": refusal.error_code.value,
            "existing": refusal.enrollment_id == enrollment.id,
            "secret": webhook.secret_key,
            "webhook_id": webhook.id,
        }
    )
)
