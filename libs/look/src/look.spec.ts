import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colors, rootStyle } from './look.js';

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
    const declared = new Set([...rootStyle().matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
    const undeclared = looked.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const ownNames = new Set([...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
      return [...text.matchAll(/var\((--[\w-]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => !declared.has(name) && !ownNames.has(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(looked.length).toBeGreaterThan(8);
    expect(undeclared).toEqual([]);
  });
});
