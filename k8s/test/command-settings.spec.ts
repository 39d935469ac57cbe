import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWith } from '@app/testing';
import { parse } from 'yaml';
import type { z } from 'zod';
import { kustomizer, named, renderWith } from './kustomize.js';

/** Every file of the command line that reads settings, with its schema and the container that runs the command. */
const schemas = globSync('apps/cli/src/**/*.ts')
  .filter((file) => !file.endsWith('.spec.ts') && readFileSync(file, 'utf8').includes('loadConfig('))
  .map((file) => {
    const module = jest.requireActual<Record<string, z.ZodObject>>(join(process.cwd(), file));
    const { shape } = (module['settings'] ?? module['commandDatabase'])!;
    const container = file.startsWith('apps/cli/src/migrate/') ? 'migrate' : 'other commands';
    return { file, container, names: Object.entries<z.ZodType>(shape) };
  });
const isSecret = (field: z.ZodType): boolean => field.meta()?.['secret'] === true;

it('there are files that read settings', () => expect(schemas.length).toBeGreaterThan(5));

describeWith(kustomizer, 'the toolbox in Kubernetes', () => {
  const manifests = renderWith('production', { components: ['opensearch', 'console'] });
  const pod = manifests.length > 0 ? named(manifests, 'Deployment', 'toolbox')['spec'].template.spec : {};

  it.each(schemas)('receives every setting of $file', ({ container, names }) => {
    const { env, envFrom = [] } = container === 'migrate' ? pod.initContainers[0] : pod.containers[0];
    const hasConfigMap = envFrom.some(({ configMapRef }: any) =>
      configMapRef?.name.startsWith('learning-platform'),
    );
    const listed = new Set(env.map(({ name }: { name: string }) => name));
    const missing = names.filter(([name, field]) => !listed.has(name) && (isSecret(field) || !hasConfigMap));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('receives both passwords of Redis behind Sentinel, as the servers do', () => {
    const names = pod.containers[0].env.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['REDIS_URL', 'REDIS_SENTINEL_PASSWORD']));
  });
});

describe('docker-compose.yml', () => {
  const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });

  it.each(schemas)('passes every setting of $file to its container', ({ container, names }) => {
    const { environment, env_file = [] } = services[container === 'migrate' ? 'migrate' : 'cli'];
    const hasFile = env_file.some(({ path }: { path: string }) => path === 'settings.env');
    expect(names.map(([name]) => name).filter((name) => !(name in environment) && !hasFile)).toEqual([]);
  });
});
