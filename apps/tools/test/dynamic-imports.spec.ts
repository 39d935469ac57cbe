import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The names taken from modules that the built servers load later: `const { a: b, c } = await import('./x.js')`. */
function listImports(): { file: string; module: string; names: string[] }[] {
  const files = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join('dist', group), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\/src\/.*\.js$/.test(name))
      .map((name) => join('dist', group, name)),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\{([^{}]*)\} = await import\(["'](\.[^"']+)["']\)/g)].map(
      ([, names, module]) => ({
        file,
        module: join(dirname(file), module!),
        names: names!.split(',').map((name) => name.split(':')[0]!.trim()),
      }),
    ),
  );
}

describe('code that the built servers load later', () => {
  const all = listImports();

  it('is found', () => {
    expect(all.length).toBeGreaterThan(5);
    expect(all.flatMap(({ names }) => names)).toEqual(
      expect.arrayContaining(['createOpenSearchClient', 'openSwagger', 'ZipArchive']),
    );
  });

  it.each(all.map(({ file, module, names }) => [relative('dist', file), module, names] as const))(
    '%s gets every name from %s',
    (_file, module, names) => {
      // in a process without our hooks: Node reads the names of a CommonJS module's exports from its text
      const script = `import(${JSON.stringify(pathToFileURL(module).href)}).then((all) =>
        console.log(JSON.stringify(${JSON.stringify(names)}.filter((name) => !(name in all)))))`;
      expect(JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }))).toEqual([]);
    },
  );
});
