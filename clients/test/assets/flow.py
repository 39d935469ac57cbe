"""A partner's program on what openapi-generator makes of docs/openapi/resource-api.json."""

import json
import sys
import urllib.parse
import urllib.request

from lp_api import ApiClient, Configuration, CreateEnrollment, CreateUser, CreateWebhookBody, Role
from lp_api import EnrollmentsApi, LearningObjectsApi, UsersApi, WebhooksApi
from lp_api.exceptions import ConflictException

auth, api, client_id, client_secret, receiver = sys.argv[1:]
form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
with urllib.request.urlopen(f"{auth}/oauth/token", urllib.parse.urlencode(form).encode()) as answer:
    token = json.load(answer)["access_token"]

client = ApiClient(Configuration(host=api, access_token=token))
found = LearningObjectsApi(client).learning_objects_search(keyword="teamwork")
webhook = WebhooksApi(client).webhooks_create(CreateWebhookBody(url=receiver, user_create=True))
user = UsersApi(client).users_create(
    CreateUser(
        email="python@a.example",
        first_name="Open",
        last_name="Generator",
        roles=[Role.LEARNER],
        send_login_email=False,
    )
)
wish = CreateEnrollment(lo_id=found.hits[0].id, user_id=user.id)
enrollment = EnrollmentsApi(client).enrollments_create(wish)
try:
    EnrollmentsApi(client).enrollments_create(wish)
    refusal = {}
except ConflictException as error:
    refusal = json.loads(error.body)
print(
    json.dumps(
        {
            "found": found.total,
            "user_id": user.id,
            "status": enrollment.status.value,
            "code": refusal["error_code"],
            "existing": refusal["enrollment_id"] == enrollment.id,
            "secret": webhook.secret_key,
            "webhook_id": webhook.id,
        }
    )
)
