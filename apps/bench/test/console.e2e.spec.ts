import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledOnce, describeWith } from '@app/testing';
import { measuredPages } from '../src/scenarios/console/console-visits.js';

const root = join(__dirname, '..', '..', '..');
const PROGRAM = join(root, 'dist', 'apps', 'bench', 'src', 'main.js');
const readLatest = (): string => readFileSync(join(root, 'bench', 'results', 'latest.json'), 'utf8');

describeWith('chromium', 'the benchmark of the console', () => {
  /** The line that it prints for each row, whether its bar is reached on this machine or not. */
  const run = (): Promise<string> =>
    new Promise((resolve) => {
      const env = { ...process.env, ...compiledOnce(), BENCH_TRIAL: '1', NODE_OPTIONS: '' };
      execFile(process.execPath, [PROGRAM, 'console'], { cwd: root, env }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });

  it('measures every page, and what the console adds to a request, with little data', async () => {
    const before = readLatest();
    const output = await run();
    const figures = new Map(
      [...output.matchAll(/^(?:holds |MISSED) console: (.+): (-?[\d.]+) (?:ms|a visit) \(target/gm)].map(
        ([, what, figure]) => [what, Number(figure)],
      ),
    );
    const everyWhat = ['first paint', 'first row', 'second visit', 'requests', 'slowest answer of the API'];
    const filterWhat = ['a filter, from answer to pixels', 'a filter, from choice to pixels'];
    const expected = measuredPages.flatMap(({ path, filter }) =>
      [...everyWhat, ...(filter ? filterWhat : [])].map((what) => `${path}: ${what}`),
    );
    const added = ['median', '99th percentile'].map(
      (percentile) => `time that the console adds to a request, ${percentile}`,
    );
    expect({ output, names: [...figures.keys()].sort() }).toEqual({
      output,
      names: [...expected, ...added].sort(),
    });
    for (const what of expected)
      expect({ what, isPositive: figures.get(what)! > 0 }).toEqual({ what, isPositive: true });
    // what does not depend on the machine
    for (const { path } of measuredPages) expect(figures.get(`${path}: requests`)).toBeLessThanOrEqual(4);
    expect(readLatest()).toBe(before);
  });
});
