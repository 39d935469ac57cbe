import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from './index.js';

const SUMS = join(__dirname, 'released.sha256');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Whatever the line ends of a checkout. */
const computeSum = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(__dirname, file), 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex');

/** As `sha256sum` writes it; `# 0.3.0` stands above what is new in a version. */
function released(): { versions: string[]; sums: { file: string; sum: string }[] } {
  const lines = readFileSync(SUMS, 'utf8').split('\n').filter(Boolean);
  return {
    versions: lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2)),
    sums: lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => ({ sum: line.slice(0, 64), file: line.slice(66) })),
  };
}

/** `RELEASE=1` notes the migrations that are new in the version of package.json, and keeps its schema. */
function recordNewOnes(files: string[]): void {
  const { versions, sums } = released();
  const fresh = files.filter((file) => !sums.some((one) => one.file === file));
  const heading = versions.at(-1) === version ? [] : [`# ${version}`];
  const lines = [...heading, ...fresh.map((file) => `${computeSum(file)}  ${file}`)];
  if (lines.length > 0) writeFileSync(SUMS, `${readFileSync(SUMS, 'utf8')}${lines.join('\n')}\n`);
  copyFileSync(join(__dirname, '..', 'schema.sql'), join(__dirname, '..', 'released', 'schema.sql'));
}

describe('the migrations', () => {
  const files = readdirSync(__dirname)
    .filter((file) => /^\d{14}-.*\.ts$/.test(file))
    .sort();
  if (process.env['RELEASE'] === '1') recordNewOnes(files);

  it('each run, in the order of their times, under the name of their file', () => {
    const named = files.map((file) => {
      const [, time, words = ''] = /^(\d{14})-(.*)\.ts$/.exec(file)!;
      return words.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()) + time;
    });
    expect(migrations.map(({ name }) => name)).toEqual(named);
    expect(migrations.map((one) => new one().name)).toEqual(named);
  });

  it('stay as they were released: a change is a new file behind them', () => {
    const { versions, sums } = released();
    expect(sums.length).toBeGreaterThan(20);
    for (const { file, sum } of sums) expect({ file, sum: computeSum(file) }).toEqual({ file, sum });
    expect(sums.map(({ file }) => file)).toEqual(files.slice(0, sums.length));
    expect(versions.at(-1)).toBe(version);
  });
});
