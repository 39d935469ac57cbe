#!/bin/sh
# First calls with curl, jq and openssl. Run it against `npm start`, or set the four variables.
#   sh quick-start.sh
#   sh quick-start.sh verify <webhook-id> <webhook-timestamp> <webhook-signature> < body
set -eu
AUTH=${AUTH:-http://localhost:4000} API=${API:-http://localhost:4001}
CLIENT_ID=${CLIENT_ID:-acme-app} CLIENT_SECRET=${CLIENT_SECRET:-acme-app-secret}

# A webhook is authentic when one of its signatures is ours and its time is recent.
# (A secret key of your own, without whsec_, is used unchanged instead of its decoded bytes.)
if [ "${1:-}" = verify ]; then
  key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  expected=v1,$( (printf '%s.%s.' "$2" "$3"; cat) | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  age=$(($(date +%s) - $3))
  case " $4 " in *" $expected "*) [ "${age#-}" -le 300 ] && echo verified && exit ;; esac
  echo 'not authentic' >&2
  exit 1
fi

# a token: the application acts as an administrator of its portal, for twelve hours
ANSWER=$(curl -sSf "$AUTH/oauth/token" -d grant_type=client_credentials -d "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET")
TOKEN=$(printf %s "$ANSWER" | jq -r .access_token)
api() { curl -sSf -H "Authorization: Bearer $TOKEN" "$@"; }

# search
ANSWER=$(api "$API/v2/learning-objects?limit=1")
COURSE=$(printf %s "$ANSWER" | jq .hits[0].id)
echo "course $COURSE"

# a person
EMAIL=quick-start-$(date +%s)-$$@example.com
ANSWER=$(api "$API/v2/users" --data-urlencode "email=$EMAIL" -d first_name=Quinn -d last_name=Start \
  -d send_login_email=false)
PERSON=$(printf %s "$ANSWER" | jq .id)
echo "person $PERSON"

# an enrollment, and its completion
ANSWER=$(api "$API/v2/enrollments" -d "user_id=$PERSON" -d "lo_id=$COURSE")
ENROLLMENT=$(printf %s "$ANSWER" | jq .id)
ANSWER=$(api -X PATCH "$API/v2/enrollments/$ENROLLMENT" -d status=completed -d result=92)
printf %s "$ANSWER" | jq -r '"enrollment \(.status)"'
