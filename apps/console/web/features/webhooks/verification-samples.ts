export interface Sample {
  language: string;
  code: string;
}

const SHELL = `# SECRET of the webhook; ID, TIMESTAMP and SIGNATURE from the headers; body.json: the body as it came
key=$(printf '%s' "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected=$({ printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $SIGNATURE " in
  *" v1,$expected "*) echo valid ;;
  *) echo invalid; exit 1 ;;
esac
`;

const TYPESCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(secret: string, headers: Record<string, string>, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 60) return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (signatures ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

const PYTHON = `import base64, hashlib, hmac, time

def verify(secret, headers, body):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 60:
        return False
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))
`;

const PHP = `<?php
function verify(string $secret, array $headers, string $body): bool
{
    if (abs(time() - (int) $headers['webhook-timestamp']) > 60) {
        return false;
    }
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $text = "{$headers['webhook-id']}.{$headers['webhook-timestamp']}.{$body}";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}
`;

/** How a receiver verifies a delivery: docs/webhooks.md, and the same in a shell. */
export const verificationSamples: readonly Sample[] = [
  { language: 'TypeScript', code: TYPESCRIPT },
  { language: 'Python', code: PYTHON },
  { language: 'PHP', code: PHP },
  { language: 'Shell', code: SHELL },
];
