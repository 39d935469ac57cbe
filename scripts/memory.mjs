// How much memory the servers of a running `npm start` take, idle and under load, for the requests and limits of k8s.
// Usage: node scripts/memory.mjs [seconds of load] [calls at once]
import { readFileSync } from 'node:fs';

const seconds = Number(process.argv[2] ?? 120);
const atOnce = Number(process.argv[3] ?? 32);
const { addresses } = JSON.parse(readFileSync('.data/demo.json', 'utf8'));
const auth = addresses.authorization_server;
const api = addresses.resource_api;
const MB = 1_048_576;

async function readMemory(url) {
  const text = await (await fetch(url)).text();
  return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(text)[1]) / MB;
}
async function call(url, options = {}) {
  const answer = await fetch(url, options);
  const text = await answer.text();
  // 503: more passwords at once than there are threads for
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${url}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
const grant = (parameters) =>
  call(`${auth}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'acme-app', client_secret: 'acme-app-secret', ...parameters }),
  });

/** apps/tools/src/start/config.ts: metrics are 20 ports above. */
const metricsAddress = (address) => `http://localhost:${Number(new URL(address).port) + 20}/metrics`;
const servers = [
  ['auth-server', metricsAddress(auth)],
  ['resource-api', metricsAddress(api)],
  ['webhook-worker', metricsAddress(api.replace(/\d+$/, (port) => Number(port) + 1))],
  // its metrics are 23 ports above the first, its pages 4
  ['console', metricsAddress(addresses.console.replace(/\d+$/, (port) => Number(port) - 1))],
];
const idle = Object.fromEntries(
  await Promise.all(servers.map(async ([n, url]) => [n, await readMemory(url)])),
);
const most = { ...idle };
const end = Date.now() + seconds * 1_000;
const { access_token: token } = await grant({ grant_type: 'client_credentials' });
const headers = { authorization: `Bearer ${token}` };
const json = { ...headers, 'content-type': 'application/json' };
let calls = 0;

const rounds = [
  () => grant({ grant_type: 'client_credentials' }),
  // argon2id, which takes its memory outside the heap
  () => grant({ grant_type: 'password', username: 'learner@acme.example', password: 'Demo-pass-1234' }),
  () => call(`${auth}/oauth/validate`, { headers }),
  () => call(`${api}/v2/learning-objects?keyword=team&facets=type,language,topics&limit=50`, { headers }),
  () => call(`${api}/v2/enrollments?limit=50`, { headers }),
  () => call(`${api}/v2/users?limit=50`, { headers }),
  () => {
    const email = `memory-${process.pid}-${calls}@acme.example`;
    const body = JSON.stringify({ email, first_name: 'Mem', last_name: 'Ory' });
    return call(`${api}/v2/users`, { method: 'POST', headers: json, body });
  },
];
async function partner() {
  while (Date.now() < end) await rounds[calls++ % rounds.length]();
}
const watching = setInterval(async () => {
  for (const [name, url] of servers) most[name] = Math.max(most[name], await readMemory(url));
}, 1_000);
await Promise.all(Array.from({ length: atOnce }, partner));
clearInterval(watching);
for (const [name] of servers)
  console.log(`${name}: ${idle[name].toFixed(0)} MB idle, ${most[name].toFixed(0)} MB at most`);
console.log(`${calls} calls in ${seconds} s, ${atOnce} at once`);
