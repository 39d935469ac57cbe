import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ApiServer, home, isBuilt } from './api-server.js';
import {
  listContainers,
  type Manifest,
  named,
  overlay,
  overlays,
  render,
  renderWith,
  workloads,
} from './kustomize.js';

const components = readdirSync(join('k8s', 'components'));
const DIGEST = `sha256:${'5'.repeat(64)}`;
const images = {
  'another tag': { newTag: 'v0.3.1_RC' },
  'a digest': { digest: DIGEST },
  'a registry with a port': { newName: 'registry.example:5000/team/lp', newTag: '0.3.1' },
};

/** Kinds of operators that are not installed here; their fields are checked by their types (components.spec.ts). */
const open = (group: string, kind: string): Manifest => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind, plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase() },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});
const toNamespace = (name: string): string => `learning-platform-${name}`;

(isBuilt ? describe : describe.skip)(
  isBuilt ? 'a real API server' : 'a real API server (needs kube-apiserver, etcd and kubectl)',
  () => {
    let server: ApiServer;
    beforeAll(async () => {
      server = await ApiServer.start();
      const routes = parse(
        readFileSync(join(home, 'gateway.networking.k8s.io_httproutes.yaml'), 'utf8'),
      ) as Manifest;
      const kinds = [
        routes,
        ...['PodMonitor', 'PrometheusRule'].map((kind) => open('monitoring.coreos.com', kind)),
        ...['Issuer', 'Certificate'].map((kind) => open('cert-manager.io', kind)),
      ];
      const { code, errors } = await server.apply(kinds, '--server-side');
      expect([code, errors]).toEqual([0, '']);
      await server.kubectl(['wait', '--for=condition=Established', 'crd', '--all']);
      for (const name of overlays) await server.namespace(toNamespace(name));
    });
    afterAll(() => server?.stop());

    /** Applies them; nothing may be refused or warned of. @returns the version of each object, as the server counts them */
    const apply = async (manifests: Manifest[]): Promise<string[]> => {
      const versions =
        '-o=jsonpath={range .items[*]}{.kind} {.metadata.name} {.metadata.resourceVersion}{"\\n"}{end}';
      const { code, lines, errors } = await server.apply(manifests, versions);
      expect([code, errors]).toEqual([0, '']);
      expect(lines).toHaveLength(manifests.length);
      return lines;
    };
    const readImage = async (workload: string): Promise<string> => {
      const path = '-o=jsonpath={.spec.template.spec.containers[0].image}';
      const { lines } = await server.kubectl([
        '-n',
        toNamespace('production'),
        'get',
        'deployment',
        workload,
        path,
      ]);
      return lines[0]!;
    };

    it.each(overlays)('takes k8s/overlays/%s, and finds nothing changed the second time', async (name) => {
      const manifests = render(overlay(name));
      const first = await apply(manifests);
      expect(await apply(manifests)).toEqual(first);
    });

    it.each(workloads)('admits the pod of %s where only restricted ones are', async (workload) => {
      const { metadata, spec } = named(render(overlay('production')), 'Deployment', workload)['spec']
        .template;
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name: 'one' }, spec };
      const dryRun = ['-n', toNamespace('production'), '--dry-run=server'];
      const { code, errors } = await server.apply([pod], ...dryRun);
      expect([code, errors]).toEqual([0, '']);
      const open = { ...pod, spec: { ...spec, hostNetwork: true } };
      expect((await server.apply([open], ...dryRun)).errors).toContain('violates PodSecurity');
    });

    it.each(Object.entries(images))(
      'takes %s as a hot fix right after the last version, and the way back',
      async (_, image) => {
        const [before, after] = [render(overlay('production')), renderWith('production', { image })];
        for (const manifests of [before, after, before]) {
          await apply(manifests);
          for (const workload of workloads) {
            const [container] = listContainers(named(manifests, 'Deployment', workload));
            expect(await readImage(workload)).toBe(container.image);
          }
        }
      },
    );

    it.each(components)('takes k8s/components/%s, twice', async (component) => {
      const manifests = renderWith('production', { components: [component] });
      const first = await apply(manifests);
      expect(await apply(manifests)).toEqual(first);
    });
  },
);
