import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { SourcePositions } from './source-positions.js';

describe('SourcePositions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'positions-'));
  const dist = join(folder, 'dist');
  const positions = new SourcePositions(dist);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Compiles a source that throws in its fifth line. */
  function compile(name: string): { thrownAt: string } {
    const source = [
      'interface Gone {',
      '  with: string;',
      '}',
      'function run(given: Gone) {',
      '  throw new Error(given.with);',
      '}',
      'exports.run = run;',
    ].join('\n');
    const { code, map } = transformSync(source, {
      filename: `${name}.ts`,
      sourceFileName: `../src/${name}.ts`,
      sourceMaps: true,
      swcrc: false,
      jsc: { parser: { syntax: 'typescript' } },
    });
    mkdirSync(dist, { recursive: true });
    writeFileSync(join(dist, `${name}.js`), code);
    writeFileSync(join(dist, `${name}.js.map`), map ?? '');
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('throw'));
    return { thrownAt: `${dist}/${name}.js:${line + 1}:${(lines[line] ?? '').indexOf('new Error') + 1}` };
  }

  it('says where in the sources an error was thrown', () => {
    const { thrownAt } = compile('mapped');
    expect(positions.inStack(`Error: no\n    at run (${thrownAt})\n    at ${thrownAt}`)).toBe(
      `Error: no\n    at run (${folder}/src/mapped.ts:5:9)\n    at ${folder}/src/mapped.ts:5:9`,
    );
  });

  it.each([
    'dist/damaged.js:1:1',
    'dist/empty.js:1:1',
    'dist/absent.js:1:1',
    'dist/beside.js:99999999999999999999999:1',
    'dist-of-others/beside.js:2:11',
    'dist/../dist/beside.js:2:11',
    `dist/${'./'.repeat(1_000)}beside.js:2:11`,
  ])('leaves %s alone', (position) => {
    compile('beside');
    writeFileSync(join(dist, 'damaged.js.map'), '{"version":3,');
    writeFileSync(join(dist, 'empty.js.map'), '{}');
    const stack = `Error: no\n    at run (${folder}/${position})\n    at node:internal/timers:10:5`;
    expect(positions.inStack(stack)).toBe(stack);
  });

  it('leaves the message alone', () => {
    const { thrownAt } = compile('named');
    expect(positions.inStack(`Error: no ${thrownAt}`)).toBe(`Error: no ${thrownAt}`);
  });
});
