import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BYTECODE_OLD_AGE } from './return-memory.js';

/** In a process of its own: what a program leaves behind that has built much and kept little. */
const program = `
const { returnMemory } = require(process.argv[1]);
let garbage = [];
for (let n = 0; n < 400_000; n += 1) garbage.push({ n, text: 'x' + n });
garbage = undefined;
const before = process.memoryUsage().heapTotal;
returnMemory();
console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, gc: typeof globalThis.gc }));
`;

describe('returnMemory', () => {
  it('gives back what is no longer used, and exposes nothing', () => {
    const file = join(process.cwd(), 'dist', 'libs', 'kernel', 'src', 'return-memory.js');
    // as the servers run
    const text = execFileSync(process.execPath, ['--no-memory-reducer', '-e', program, file], {
      encoding: 'utf8',
    });
    const { before, after, gc } = JSON.parse(text) as { before: number; after: number; gc: string };
    expect(after).toBeLessThan(before / 3);
    expect(gc).toBe('undefined');
  });

  it('leaves V8 with the age of bytecode that is its default', () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(options).toContain(`default: --bytecode-old-age=${BYTECODE_OLD_AGE}`);
  });
});
