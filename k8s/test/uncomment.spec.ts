import { execFileSync } from 'node:child_process';

/** In a process of its own, because the script is a module that jest does not load. */
function withoutComments(texts: readonly string[]): string[] {
  const program = `
    const { withoutComments } = await import(process.cwd() + '/scripts/uncomment.mjs');
    process.stdout.write(JSON.stringify(${JSON.stringify(texts)}.map(withoutComments)));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
}

describe('the packages of the image lose their comments', () => {
  const cases: [what: string, text: string, left: string][] = [
    ['a line', 'run(); // why\nend();', 'run();  \nend();'],
    ['a block, whose lines stay', '/**\n * Why.\n */\nrun();', '\n\n\nrun();'],
    ['between words', 'throw/* it */found;', 'throw found;'],
    ['between signs', 'a +/* one */+b;', 'a + +b;'],
    ['with its indentation', '  // why\n  run();', '\n  run();'],
    ['within a template’s expression', '`${/* it */found}`;', '`${ found}`;'],
  ];
  it.each(cases)('%s', (_what, text, left) => {
    expect(withoutComments([text])).toEqual([left]);
  });

  it.each([
    ['a licence', '/*! MIT */\nrun();'],
    ['a copyright', '// Copyright of somebody\nrun();'],
    ['the program that runs it', '#!/usr/bin/env node\nrun();'],
    ['in a text', 'const text = "// text"; const more = `/* more */  \n`;'],
    ['in an expression', 'const slashes = /\\/*x*\\//;'],
    ['a template of a program', 'return <%= value %> // why'],
  ])('but not %s', (_what, text) => {
    expect(withoutComments([text])).toEqual([text]);
  });
});
