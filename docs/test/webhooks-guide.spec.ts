import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describeWith, temporaryFolder } from '@app/testing';

const guide = readFileSync(join(__dirname, '..', 'webhooks.md'), 'utf8');
const snippet = (language: string): string =>
  new RegExp('```' + language + '\\n([\\s\\S]*?)```').exec(guide)![1]!;

const body = JSON.stringify({ id: 'evt_1', type: 'user.create', data: { name: 'Zoë “日本”' } });
const generated = `whsec_${randomBytes(32).toString('base64')}`;
const plain = 'a plain secret of a partner';
const sign = (secret: string, time = new Date()) => {
  const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': webhook.sign('evt_1', time, body),
  };
};

interface Case {
  secret: string;
  headers: Record<string, string>;
  body: string;
}
const during = (first: string, second: string, time = new Date()) => ({
  ...sign(first, time),
  'webhook-signature': [first, second].map((secret) => sign(secret, time)['webhook-signature']).join(' '),
});
const cases = (): { accepted: Case[]; refused: Case[] } => ({
  accepted: [
    { secret: generated, headers: sign(generated), body },
    { secret: plain, headers: sign(plain), body },
    { secret: generated, headers: during(plain, generated), body },
    { secret: plain, headers: during(plain, generated), body },
  ],
  refused: [
    { secret: plain, headers: sign(generated), body },
    { secret: generated, headers: sign(generated), body: `${body} ` },
    { secret: generated, headers: sign(generated, new Date(Date.now() - 120_000)), body },
  ],
});

/** Runs a program that reads cases as JSON and prints a JSON list of verdicts. */
function verdicts(command: string, file: string, program: string): boolean[] {
  const folder = temporaryFolder();
  const { accepted, refused } = cases();
  writeFileSync(join(folder, file), program);
  const output = execFileSync(command, [join(folder, file)], {
    input: JSON.stringify([...accepted, ...refused]),
  });
  return JSON.parse(output.toString()) as boolean[];
}
const promised = [true, true, true, true, false, false, false];

describe('the receiver guide: TypeScript', () => {
  it('verifies our deliveries', () => {
    const program = `${stripTypeScriptTypes(snippet('ts'))}
      import { readFileSync } from 'node:fs';
      const cases = JSON.parse(readFileSync(0, 'utf8'));
      console.log(JSON.stringify(cases.map(({ secret, headers, body }) => verify(secret, headers, body))));`;
    expect(verdicts(process.execPath, 'verify.mjs', program)).toEqual(promised);
  });
});

describeWith('python3', 'the receiver guide: Python', () => {
  it('verifies our deliveries', () => {
    const program = `${snippet('python')}
import json, sys
print(json.dumps([verify(c["secret"], c["headers"], c["body"].encode()) for c in json.load(sys.stdin)]))`;
    expect(verdicts('python3', 'verify.py', program)).toEqual(promised);
  });
});

describeWith('php', 'the receiver guide: PHP', () => {
  it('verifies our deliveries', () => {
    const program = `${snippet('php')}
echo json_encode(array_map(fn ($c) => verify($c['secret'], $c['headers'], $c['body']), json_decode(file_get_contents('php://stdin'), true)));`;
    expect(verdicts('php', 'verify.php', program)).toEqual(promised);
  });
});
