import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseStyle, colors } from './look.js';

const root = join(__dirname, '..', '..', '..');
/** Style sheets, and the files of code that write pages and mails. */
const looked = [
  ...globSync('apps/*/src/**/*.css', { cwd: root }),
  ...globSync(
    [
      'apps/demo-partner/src/*.ts',
      'apps/tools/src/start/**/*.ts',
      'libs/mail/src/*.ts',
      'libs/branding/src/accents.ts',
    ],
    {
      cwd: root,
    },
  ),
].filter((file) => !file.endsWith('.spec.ts'));

describe('the look of pages and mails', () => {
  it('has the same colours in both schemes', () => {
    expect(Object.keys(colors.dark)).toEqual(Object.keys(colors.light));
  });

  it('declares everything that a style sheet takes from it', () => {
    const texts = looked.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
    const all = [baseStyle(), ...texts.map(({ text }) => text)].join('\n');
    const declared = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
    const undeclared = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[\w-]+)/g)]
        .filter(([, name]) => !declared.has(name!))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(looked.length).toBeGreaterThan(8);
    expect(undeclared).toEqual([]);
  });
});
