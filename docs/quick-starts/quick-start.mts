// First calls, with nothing but Node 22.18 or newer. Run it against `npm start`, or set the four variables.
//   node quick-start.mts
//   node quick-start.mts verify <webhook-id> <webhook-timestamp> <webhook-signature> < body
import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

const { AUTH = 'http://localhost:4000', API = 'http://localhost:4001' } = process.env;
const { CLIENT_ID = 'acme-app', CLIENT_SECRET = 'acme-app-secret', WEBHOOK_SECRET = '' } = process.env;

/** Whether a webhook is authentic: one of its signatures is ours and its time is not long ago. */
function isVerified(
  secret: string,
  body: Buffer,
  id: string,
  timestamp: string,
  signatures: string,
): boolean {
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  // a secret key of your own, without whsec_, is used as it is
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

async function send<T>(method: string, url: string, body?: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const [command, id = '', timestamp = '', signatures = ''] = process.argv.slice(2);
if (command === 'verify') {
  const verdict = isVerified(WEBHOOK_SECRET, await buffer(process.stdin), id, timestamp, signatures);
  console.log(verdict ? 'verified' : 'not authentic');
  process.exit(verdict ? 0 : 1);
}

// a token: the application acts as an administrator of its portal, for twelve hours
const credentials = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
const { access_token: token } = await send<{ access_token: string }>(
  'POST',
  `${AUTH}/oauth/token`,
  credentials,
);

// search
const page = await send<{ hits: { id: number }[] }>(
  'GET',
  `${API}/v2/learning-objects?limit=1`,
  undefined,
  token,
);
const course = page.hits[0]?.id;
console.log('course', course);

// a person
const email = `quick-start-${process.hrtime.bigint()}@example.com`;
const wish = { email, first_name: 'Quinn', last_name: 'Start', send_login_email: false };
const person = await send<{ id: number }>('POST', `${API}/v2/users`, wish, token);
console.log('person', person.id);

// an enrollment, and its completion
const enrolled = { user_id: person.id, lo_id: course };
const enrollment = await send<{ id: number }>('POST', `${API}/v2/enrollments`, enrolled, token);
const completed = { status: 'completed', result: 92 };
const done = await send<{ status: string }>(
  'PATCH',
  `${API}/v2/enrollments/${enrollment.id}`,
  completed,
  token,
);
console.log('enrollment', done.status);
