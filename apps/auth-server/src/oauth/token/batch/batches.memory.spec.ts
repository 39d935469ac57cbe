import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const QUESTIONS = 20_000;
/** In its own process: fifty callers who ask again as soon as they are answered, each in its own context. */
const program = `
const { AsyncLocalStorage } = require('node:async_hooks');
const { setFlagsFromString } = require('node:v8');
const { Batches } = require(process.argv[1]);
// what loading leaves behind does not count
for (let time = 0; time < 3; time += 1) gc({ type: 'minor' });
setFlagsFromString('--trace-gc');
setFlagsFromString('--trace-gc-nvp');
const turn = () => new Promise((resolve) => setImmediate(resolve));
const batches = new Batches(async (questions) => {
  await turn();
  return questions.map((question) => ({ question }));
});
const context = new AsyncLocalStorage();
let left = ${QUESTIONS};
async function caller() {
  while ((left -= 1) >= 0) await context.run({ left }, () => batches.add('lane', { left }));
}
Promise.all(Array.from({ length: 50 }, caller));
`;

describe('Batches', () => {
  it('leave hardly anything in the old generation, where only a long collection would find it', () => {
    const file = join(process.cwd(), 'dist', 'apps', 'auth-server', 'src', 'oauth/token/batch/batches.js');
    const flags = ['--max-semi-space-size=1', '--expose-gc'];
    const trace = execFileSync(process.execPath, [...flags, '-e', program, file], { encoding: 'utf8' });
    const promoted = [...trace.matchAll(/ gc=s .* promoted=(\d+)/g)].map(([, bytes]) => Number(bytes));
    expect(promoted.length).toBeGreaterThan(20);
    expect(promoted.reduce((sum, bytes) => sum + bytes, 0) / QUESTIONS).toBeLessThan(100);
  });
});
