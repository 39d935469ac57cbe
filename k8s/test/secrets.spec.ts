import { describeWith } from '@app/testing';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { settings as authServer } from '../../apps/auth-server/src/config.js';
import { settings as migration } from '../../apps/cli/src/migrate/config.js';
import { settings as webConsole } from '../../apps/console/src/config.js';
import { settings as resourceApi } from '../../apps/resource-api/src/config.js';
import { settings as webhookWorker } from '../../apps/webhook-worker/src/config.js';
import { kustomizer, type Manifest, named, renderWith, servers } from './kustomize.js';

const install = readFileSync('docs/operations/install.md', 'utf8');
const schemas: Record<string, z.ZodObject> = {
  'auth-server': authServer,
  'resource-api': resourceApi,
  'webhook-worker': webhookWorker,
  console: webConsole,
  migrate: migration,
};
const isSecret = ([, field]: [string, z.ZodType]) => field.meta()?.['secret'] === true;
const listSecrets = (schema: z.ZodObject): string[] =>
  Object.entries<z.ZodType>(schema.shape)
    .filter(isSecret)
    .map(([name]) => name);

/** The name in the Secret of each setting that a container reads from it. */
function references(
  manifests: Manifest[],
  program: string,
): Map<string, { key: string; optional?: boolean }> {
  const pod = (name: string) => named(manifests, 'Deployment', name)['spec'].template.spec;
  const container = program === 'migrate' ? pod('toolbox').initContainers[0] : pod(program).containers[0];
  return new Map(
    container.env
      .filter(({ valueFrom }: any) => valueFrom?.secretKeyRef?.name === 'learning-platform')
      .map(({ name, valueFrom }: any) => [name, valueFrom.secretKeyRef]),
  );
}

describeWith(kustomizer, 'secret settings', () => {
  // the settings of OpenSearch, of a replica and of the console come with their components
  const manifests = renderWith('production', { components: ['opensearch', 'read-replica', 'console'] });

  it.each(Object.keys(schemas))('of %s each come from the Secret', (program) => {
    const schema = schemas[program]!;
    expect([...references(manifests, program).keys()].filter((name) => name in schema.shape).sort()).toEqual(
      expect.arrayContaining(listSecrets(schema).sort()),
    );
  });

  it('are in no ConfigMap', () => {
    const all = new Set(Object.values(schemas).flatMap(listSecrets));
    expect(all.size).toBeGreaterThan(12);
    const open = manifests
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ data }) => Object.keys(data))
      .filter((name) => all.has(name));
    expect(open).toEqual([]);
  });

  it('have keys that install.md lists, with the needed ones apart', () => {
    const listed = (title: string) =>
      [...(new RegExp(`\\| ${title} +\\|[^]*?\\n\\n`).exec(install)?.[0] ?? '').matchAll(/^ *\|([^|]*)\|/gm)]
        .flatMap(([, cell]) => [...cell!.matchAll(/`([a-z-]+)`/g)].map(([, key]) => key!))
        .sort();
    const all = [...servers, 'console', 'migrate'].flatMap((program) => [
      ...references(manifests, program).values(),
    ]);
    const keys = (isOptional: boolean) =>
      [
        ...new Set(all.filter(({ optional = false }) => optional === isOptional).map(({ key }) => key)),
      ].sort();
    // with its component alone
    const isOfComponent = (key: string) => /^(api-replica-url$|console-|opensearch-)/.test(key);
    expect(listed('needed')).toEqual(keys(false).filter((key) => !isOfComponent(key)));
    expect(listed('optional')).toEqual(keys(true).filter((key) => !isOfComponent(key)));
  });
});
