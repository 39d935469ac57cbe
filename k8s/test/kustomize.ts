import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { programOnPath } from '@app/testing';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: any;
}

interface Kustomization {
  resources: string[];
  namespace?: string;
  labels?: { pairs: Record<string, string> }[];
  images?: { name: string; newName: string; newTag: string }[];
  replicas?: { name: string; count: number }[];
  patches?: { patch: string; target: { kind: string; name?: string } }[];
  configMapGenerator?: ConfigMapGenerator[];
  replacements?: {
    source: { kind: string; fieldPath: string; options: Part };
    targets: { select: { kind: string }; fieldPaths: string[]; options: Part }[];
  }[];
}

interface ConfigMapGenerator {
  name: string;
  behavior?: 'merge' | 'replace';
  envs?: string[];
  files?: string[];
  options?: { disableNameSuffixHash?: boolean };
}

/** One of the parts of a text. */
interface Part {
  delimiter: string;
  index: number;
}

/** The program that renders manifests in earnest: kustomize itself, or the one within kubectl. */
export const kustomizer = programOnPath('kustomize') ? 'kustomize' : 'kubectl';

/** What kustomize makes of a folder; without the program on the PATH, what it would make. */
export function render(folder: string): Manifest[] {
  return programOnPath(kustomizer) ? renderByKustomize(folder) : renderByOurselves(folder);
}

/** @throws Error in kustomize's words */
function renderByKustomize(folder: string): Manifest[] {
  const args = kustomizer === 'kustomize' ? ['build', folder] : ['kustomize', folder];
  return manifestsIn(execFileSync(kustomizer, args, { encoding: 'utf8' }), folder);
}

const KNOWN = [
  ...['apiVersion', 'kind', 'resources', 'namespace', 'labels', 'images', 'replicas', 'patches'],
  ...['configMapGenerator', 'replacements'],
];

/** Field of a generated ConfigMap until its name is final. */
const UNHASHED = 'isNameFinal';

/** The same for the few features that our folders use. @throws Error at any other */
export function renderByOurselves(folder: string): Manifest[] {
  const manifests = assemble(folder);
  for (const manifest of manifests.filter((one) => one[UNHASHED] === false)) {
    const { name } = manifest.metadata;
    manifest.metadata.name = `${name}-${checksum(manifest['data'])}`;
    rename(manifests, name, manifest.metadata.name);
  }
  for (const manifest of manifests) delete manifest[UNHASHED];
  return manifests;
}

function assemble(folder: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const foreign = Object.keys(kustomization).filter((key) => !KNOWN.includes(key));
  if (foreign.length > 0) throw new Error(`renderByOurselves() does not know ${foreign.join(', ')}`);
  const manifests = kustomization.resources.flatMap((resource) =>
    resource.endsWith('.yaml') ? documents(join(folder, resource)) : assemble(join(folder, resource)),
  );
  for (const generator of kustomization.configMapGenerator ?? []) generate(manifests, generator, folder);
  for (const patch of kustomization.patches ?? []) applyPatch(manifests, patch);
  for (const { name, count } of kustomization.replicas ?? [])
    named(manifests, 'Deployment', name).spec.replicas = count;
  for (const manifest of manifests) {
    if (kustomization.namespace) manifest.metadata.namespace = kustomization.namespace;
    for (const { pairs } of kustomization.labels ?? [])
      manifest.metadata.labels = { ...manifest.metadata.labels, ...pairs };
    for (const container of listContainers(manifest)) setImage(container, kustomization.images ?? []);
  }
  for (const replacement of kustomization.replacements ?? []) replace(manifests, replacement);
  return manifests;
}

/** The containers of a Deployment or Job, including init containers. */
export function listContainers(manifest: Manifest): any[] {
  const pod = manifest['spec']?.template?.spec;
  return [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
}

export function named(manifests: Manifest[], kind: string, name: string): Manifest {
  const manifest = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!manifest) throw new Error(`There is no ${kind} ${name}`);
  return manifest;
}

const documents = (file: string): Manifest[] => manifestsIn(readFileSync(file, 'utf8'), file);

function manifestsIn(text: string, origin: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(`${origin}: ${document.errors[0]?.message}`);
    return document.toJS() as Manifest;
  });
}

function generate(manifests: Manifest[], generator: ConfigMapGenerator, folder: string): void {
  const { name, behavior, envs = [], files = [], options } = generator;
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const data = Object.fromEntries([
    ...envs.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
    ...files.map((file) => [basename(file), read(file)]),
  ]) as Record<string, string>;
  if (behavior) {
    const map = named(manifests, 'ConfigMap', name);
    map['data'] = behavior === 'merge' ? { ...map['data'], ...data } : data;
  } else {
    const isNameFinal = options?.disableNameSuffixHash ?? false;
    manifests.push({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data,
      [UNHASHED]: isNameFinal,
    });
  }
}

/** Source: kustomize, api/hasher/hasher.go, which leaves the name empty. */
function checksum(data: Record<string, string>): string {
  const sorted = Object.fromEntries(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1)));
  const json = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replace(
    /[<>&]/g,
    (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
  );
  const letters: Record<string, string> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
  const hex = createHash('sha256').update(json).digest('hex').slice(0, 10);
  return hex.replace(/[013ae]/g, (letter) => letters[letter]!);
}

/** Changes the name wherever pods refer to that ConfigMap. */
function rename(node: unknown, from: string, to: string): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node) as [string, { name?: string }][]) {
    if (['configMapRef', 'configMapKeyRef', 'configMap'].includes(key) && value.name === from)
      value.name = to;
    rename(value, from, to);
  }
}

function applyPatch(
  manifests: Manifest[],
  { patch, target }: NonNullable<Kustomization['patches']>[number],
): void {
  const targets = manifests.filter(
    ({ kind, metadata }) => kind === target.kind && (target.name ?? metadata.name) === metadata.name,
  );
  for (const manifest of targets) {
    for (const { op, path: pointer, value } of parse(patch) as {
      op: string;
      path: string;
      value: unknown;
    }[]) {
      const keys = pointer.split('/').slice(1);
      const last = keys.pop() ?? '';
      const parent = keys.reduce((node: any, key) => node[key], manifest);
      if (op === 'add' && last === '-') parent.push(value);
      else if (op !== 'replace') throw new Error(`renderByOurselves() does not know ${op}`);
      else if (last in parent) parent[last] = value;
      else throw new Error(`${manifest.metadata.name} has no ${pointer}`);
    }
  }
}

function replace(
  manifests: Manifest[],
  { source, targets }: NonNullable<Kustomization['replacements']>[number],
): void {
  const sourceManifest = manifests.find(({ kind }) => kind === source.kind);
  const text: string = source.fieldPath.split('.').reduce((node: any, key) => node[key], sourceManifest);
  const part = text.split(source.options.delimiter)[source.options.index]!;
  for (const { select, fieldPaths, options } of targets) {
    for (const manifest of manifests.filter(({ kind }) => kind === select.kind)) {
      for (const path of fieldPaths) {
        const keys = path.split('.');
        const last = keys.pop()!;
        const parent = keys.reduce((node: any, key) => node[key], manifest);
        const parts = parent[last].split(options.delimiter);
        parts[options.index] = part;
        parent[last] = parts.join(options.delimiter);
      }
    }
  }
}

function setImage(container: { image: string }, images: NonNullable<Kustomization['images']>): void {
  const image = images.find(({ name }) => name === container.image);
  if (image) container.image = `${image.newName}:${image.newTag}`;
}

export const overlay = (name: string): string => join(dirname(__dirname), 'overlays', name);
