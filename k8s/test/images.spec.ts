import { describeWith } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { listContainers, kustomizer, type Manifest, overlays, render, renderWith } from './kustomize.js';

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
  it('of base alone is a placeholder that no cluster can pull', () => {
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

  it('is changed in one environment by the entry that `kustomize edit set image` writes', () =>
    withCopy((folder) => {
      const file = join(folder, STAGING, 'kustomization.yaml');
      const kustomization = parse(readFileSync(file, 'utf8')) as { images: object[] };
      kustomization.images = [
        { name: 'learning-platform', newName: 'registry.example:5000/lp', digest: DIGEST },
      ];
      writeFileSync(file, stringify(kustomization));
      expectStagingAlone(folder);
    }));
});

describeWith('kustomize', 'kustomize itself', () => {
  it('changes one environment by `edit set image`', () =>
    withCopy((folder) => {
      const image = `learning-platform=registry.example:5000/lp@${DIGEST}`;
      execFileSync('kustomize', ['edit', 'set', 'image', image], { cwd: join(folder, STAGING) });
      expectStagingAlone(folder);
    }));
});

const STAGING = 'k8s/overlays/staging';

function withCopy(test: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'k8s-'));
  try {
    for (const part of ['k8s', 'observability/grafana'])
      cpSync(part, join(folder, part), { recursive: true });
    test(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The image is that of the digest in staging, and as it was elsewhere. */
function expectStagingAlone(folder: string): void {
  const images = (name: string) => new Set(ours(render(join(folder, 'k8s/overlays', name))));
  expect(images('staging')).toEqual(new Set([`registry.example:5000/lp@${DIGEST}`]));
  expect(images('production')).toEqual(new Set([`registry.example/learning-platform:${version}`]));
}
