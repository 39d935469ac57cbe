import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: any;
}

interface Kustomization {
  resources: string[];
  namespace?: string;
  images?: { name: string; newName: string; newTag: string }[];
  replicas?: { name: string; count: number }[];
  patches?: { path?: string; patch?: string; target?: { kind: string } }[];
}

const KNOWN = ['apiVersion', 'kind', 'resources', 'namespace', 'labels', 'images', 'replicas', 'patches'];

/** What `kubectl kustomize` gives for a folder, for the few features that ours use. @throws Error at any other */
export function render(folder: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const foreign = Object.keys(kustomization).filter((key) => !KNOWN.includes(key));
  if (foreign.length > 0) throw new Error(`render() does not know ${foreign.join(', ')}`);
  const manifests = kustomization.resources.flatMap((resource) =>
    resource.endsWith('.yaml') ? documents(join(folder, resource)) : render(join(folder, resource)),
  );
  for (const patch of kustomization.patches ?? []) applyPatch(manifests, patch, folder);
  for (const { name, count } of kustomization.replicas ?? [])
    named(manifests, 'Deployment', name).spec.replicas = count;
  for (const manifest of manifests) {
    if (kustomization.namespace) manifest.metadata.namespace = kustomization.namespace;
    for (const container of containersOf(manifest)) setImage(container, kustomization.images ?? []);
  }
  return manifests;
}

/** The containers of a Deployment or Job, those that run first too. */
export function containersOf(manifest: Manifest): any[] {
  const pod = manifest['spec']?.template?.spec;
  return [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
}

export function named(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

function documents(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
    return document.toJS() as Manifest;
  });
}

function applyPatch(
  manifests: Manifest[],
  { path, patch, target }: NonNullable<Kustomization['patches']>[number],
  folder: string,
): void {
  if (path) {
    for (const change of documents(join(folder, path)))
      merge(named(manifests, change.kind, change.metadata.name), change);
    return;
  }
  for (const manifest of manifests.filter(({ kind }) => kind === target?.kind)) {
    for (const { op, path: pointer, value } of parse(patch ?? '') as {
      op: string;
      path: string;
      value: unknown;
    }[]) {
      if (op !== 'replace') throw new Error(`render() does not know ${op}`);
      const keys = pointer.split('/').slice(1);
      const last = keys.pop() ?? '';
      const parent = keys.reduce((node: any, key) => node[key], manifest);
      if (!(last in parent)) throw new Error(`${manifest.metadata.name} has no ${pointer}`);
      parent[last] = value;
    }
  }
}

function merge(target: any, change: any): void {
  for (const [key, value] of Object.entries(change)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && target[key])
      merge(target[key], value);
    else target[key] = value;
  }
}

function setImage(container: { image: string }, images: NonNullable<Kustomization['images']>): void {
  const image = images.find(({ name }) => name === container.image);
  if (image) container.image = `${image.newName}:${image.newTag}`;
}

export const overlay = (name: string): string => join(dirname(__dirname), 'overlays', name);
