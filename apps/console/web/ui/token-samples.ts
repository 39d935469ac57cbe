export interface CallSample {
  language: string;
  code: string;
}

/** Samples for requesting a token; they read the secret from the environment, so that none contains it. */
export const tokenSamples = (url: string, clientId: string): CallSample[] => [
  {
    language: 'curl',
    code: `TOKEN=$(curl -sSf ${url} \\
  -d grant_type=client_credentials -d client_id=${clientId} \\
  --data-urlencode "client_secret=$CLIENT_SECRET" | jq -r .access_token)
`,
  },
  {
    language: 'TypeScript',
    code: `const form = new URLSearchParams({
  grant_type: 'client_credentials',
  client_id: '${clientId}',
  client_secret: process.env.CLIENT_SECRET!,
});
const answer = await fetch('${url}', { method: 'POST', body: form });
if (!answer.ok) throw new Error(await answer.text());
const { access_token: token } = (await answer.json()) as { access_token: string };
`,
  },
  {
    language: 'Python',
    code: `import json, os, urllib.parse, urllib.request

form = {
    "grant_type": "client_credentials",
    "client_id": "${clientId}",
    "client_secret": os.environ["CLIENT_SECRET"],
}
answer = urllib.request.urlopen("${url}", urllib.parse.urlencode(form).encode())
token = json.load(answer)["access_token"]
`,
  },
  {
    language: 'PHP',
    code: `<?php
$form = [
    'grant_type' => 'client_credentials',
    'client_id' => '${clientId}',
    'client_secret' => getenv('CLIENT_SECRET'),
];
$options = [
    'method' => 'POST',
    'header' => 'Content-Type: application/x-www-form-urlencoded',
    'content' => http_build_query($form),
];
$answer = file_get_contents('${url}', false, stream_context_create(['http' => $options]));
$token = json_decode($answer, true)['access_token'];
`,
  },
];
