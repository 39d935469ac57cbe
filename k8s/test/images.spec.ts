import { describeWith } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
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
