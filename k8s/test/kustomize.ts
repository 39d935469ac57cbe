import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOnPath } from '@app/testing';
import { parse, parseAllDocuments, stringify } from 'yaml';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: any;
}

/** The program that renders manifests: kustomize itself, or the one within kubectl. */
export const kustomizer = programOnPath('kustomize') ? 'kustomize' : 'kubectl';

export const overlays = ['production', 'staging', 'team'] as const;
export const servers = ['auth-server', 'resource-api', 'webhook-worker'] as const;
export const workloads = [...servers, 'toolbox'] as const;

/** The additions that an operator may make to the kustomization of an overlay. */
export interface Additions {
  components?: readonly string[];
  /** As `kustomize edit set image` writes it. */
  image?: { newName?: string; newTag?: string; digest?: string };
}

/**
 * The manifests that kustomize makes of a folder; nothing without it, when tests are skipped.
 * @throws Error in its words
 */
export function render(folder: string): Manifest[] {
  if (!programOnPath(kustomizer)) return [];
  const args = kustomizer === 'kustomize' ? ['build', folder] : ['kustomize', folder];
  return manifestsIn(execFileSync(kustomizer, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
}

/** The manifests that kustomize makes of a copy of an overlay with additions. */
export function renderWith(name: string, { components = [], image }: Additions): Manifest[] {
  const folder = mkdtempSync(join('k8s', 'overlays', 'test-'));
  try {
    cpSync(overlay(name), folder, { recursive: true });
    const file = join(folder, 'kustomization.yaml');
    const content = parse(readFileSync(file, 'utf8')) as Kustomization;
    const added = components.map((component) => `../../components/${component}`);
    content.components = [...new Set([...content.components, ...added])];
    const [{ newTag: _, ...ownImage }] = content.images;
    if (image) content.images = [{ ...ownImage, ...image }];
    writeFileSync(file, stringify(content));
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Kustomization {
  components: string[];
  images: [{ name: string; newName: string; newTag?: string }];
}

/** The containers of a Deployment, including init containers. */
export function listContainers(manifest: Manifest): any[] {
  const pod = manifest['spec']?.template?.spec;
  return [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])];
}

export function named(manifests: Manifest[], kind: string, name: string): Manifest {
  const manifest = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!manifest) throw new Error(`There is no ${kind} ${name}`);
  return manifest;
}

/** A ConfigMap by its name without the checksum. */
export function configMap(manifests: Manifest[], name: string): Record<string, string> {
  const pattern = new RegExp(`^${name}-[a-z0-9]{10}$`);
  const matching = manifests.find((one) => one.kind === 'ConfigMap' && pattern.test(one.metadata.name));
  if (!matching) throw new Error(`There is no ConfigMap ${name}`);
  return matching['data'] as Record<string, string>;
}

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(document.errors[0]?.message);
    return document.toJS() as Manifest;
  });
}

export const overlay = (name: string): string => join('k8s', 'overlays', name);
