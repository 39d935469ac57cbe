import type { CallSample } from '../../ui/token-samples.js';

/** A request as a program of the partner sends it. */
export interface SampleCall {
  method: 'POST';
  url: string;
  body?: Readonly<Record<string, unknown>>;
}

/** A call with the token of the step before. */
export function callSamples({ method, url, body = {} }: SampleCall): CallSample[] {
  const json = JSON.stringify(body);
  return [
    {
      language: 'curl',
      code: `curl -sSf -X ${method} ${url} \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '${json}'
`,
    },
    {
      language: 'TypeScript',
      code: `const answer = await fetch('${url}', {
  method: '${method}',
  headers: { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${json}),
});
console.log(await answer.json());
`,
    },
    {
      language: 'Python',
      code: `headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
body = json.dumps(json.loads('${json}')).encode()
request = urllib.request.Request("${url}", body, headers, method="${method}")
print(json.load(urllib.request.urlopen(request)))
`,
    },
    {
      language: 'PHP',
      code: `$options = [
    'method' => '${method}',
    'header' => ["Authorization: Bearer $token", 'Content-Type: application/json'],
    'content' => '${json}',
];
echo file_get_contents('${url}', false, stream_context_create(['http' => $options]));
`,
    },
  ];
}
