import { describeWith } from '@app/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  listContainers,
  kustomizer,
  type Manifest,
  named,
  overlays,
  render,
  renderWith,
  workloads,
} from './kustomize.js';
import { typeErrors } from './type-check.js';

const components = readdirSync(join('k8s', 'components'));
const withComponent = (component: string): Manifest[] =>
  renderWith('production', { components: [component] });
const renderBase = (): Manifest[] => render(join('k8s', 'base'));
const getPod = (manifests: Manifest[], name: string) =>
  named(manifests, 'Deployment', name)['spec'].template.spec;

describeWith(kustomizer, 'components', () => {
  it.each(components)('match the Kubernetes field definitions: %s', (component) => {
    const manifests = withComponent(component);
    // there are no definitions of the Gateway API; the real API server checks it (api-server.e2e.spec.ts)
    expect(typeErrors(manifests.filter(({ kind }) => kind !== 'HTTPRoute'))).toEqual([]);
  });

  it('mount a private authority into every container of ours', () => {
    const manifests = withComponent('private-ca');
    expect(manifests.filter(({ kind }) => kind === 'Deployment')).toHaveLength(workloads.length);
    for (const name of workloads) {
      expect(getPod(manifests, name).volumes).toContainEqual({
        name: 'ca',
        secret: { secretName: 'learning-platform-ca' },
      });
      for (const { env, volumeMounts } of listContainers(named(manifests, 'Deployment', name))) {
        const [mount] = volumeMounts.filter((one: any) => one.name === 'ca');
        expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${mount.mountPath}/ca.crt` });
      }
    }
  });

  it('pull images with a password', () => {
    const account = named(withComponent('private-registry'), 'ServiceAccount', 'learning-platform');
    expect(account['imagePullSecrets']).toEqual([{ name: 'learning-platform-registry' }]);
  });

  it('restart every workload when a Secret changes', () => {
    const manifests = withComponent('reloader');
    for (const name of workloads)
      expect(named(manifests, 'Deployment', name).metadata).toMatchObject({
        annotations: { 'reloader.stakater.com/auto': 'true' },
      });
  });

  it('leave no secret in an idle pod', () => {
    const { containers, initContainers } = getPod(withComponent('without-toolbox'), 'toolbox');
    expect(JSON.stringify(containers)).not.toContain('secretKeyRef');
    expect(initContainers.map(({ name }: any) => name)).toEqual(['migrate', 'bootstrap']);
  });

  const otherComponents = components.filter((name) => name !== 'without-toolbox');
  it.each(otherComponents)('leave none there next to %s', (component) => {
    const { containers } = getPod(
      renderWith('production', { components: [component, 'without-toolbox'] }),
      'toolbox',
    );
    expect(JSON.stringify(containers)).not.toContain('secretKeyRef');
  });

  it('are refused in an order that would bring secrets back', () => {
    const render = () => renderWith('production', { components: ['without-toolbox', 'opensearch'] });
    expect(render).toThrow('/spec/template/spec/containers/0/env/-');
  });

  it('bring every dashboard', () => {
    const files = readdirSync(join('observability', 'grafana', 'dashboards'));
    const manifests = withComponent('grafana-dashboards');
    for (const file of files) {
      const { metadata, data } = named(manifests, 'ConfigMap', file.replace('.json', ''));
      expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      expect(Object.keys(data)).toEqual([file]);
    }
  });

  it.each(overlays)('route the hosts of k8s/overlays/%s to the servers, by a Gateway', (name) => {
    const manifests = renderWith(name, { components: ['gateway-api'] });
    const { hosts } = named(manifests, 'Ingress', 'learning-platform')['spec'].tls[0];
    const routes = ['auth-server', 'resource-api', 'portals'].map(
      (one) => named(manifests, 'HTTPRoute', one)['spec'],
    );
    expect(routes.flatMap(({ hostnames }) => hostnames)).toEqual(hosts);
    for (const { parentRefs, rules } of routes) {
      expect(parentRefs).toEqual([{ name: 'gateway', namespace: 'gateway-system' }]);
      const [{ name: service, port }] = rules[0].backendRefs;
      expect(named(manifests, 'Service', service)['spec'].ports.map((one: any) => one.port)).toContain(port);
    }
  });

  it.each([
    ['ingress', 'ingress-nginx'],
    ['gateway-api', 'gateway-system'],
  ])('let the ingress of %s reach only public ports', (component, namespace) => {
    const open = renderWith('production', { components: component === 'ingress' ? [] : [component] })
      .filter(({ kind, spec }) => kind === 'NetworkPolicy' && JSON.stringify(spec).includes(namespace))
      .map(({ metadata, spec }) => [
        metadata.name,
        spec.ingress
          .filter((rule: object) => JSON.stringify(rule).includes(namespace))
          .map(({ ports }: any) => ports),
      ]);
    const http = [[{ protocol: 'TCP', port: 'http' }]];
    expect(open).toEqual([
      ['auth-server', http],
      ['resource-api', http],
    ]);
  });

  it('let no pod in without an ingress', () => {
    const { ingress } = named(renderBase(), 'NetworkPolicy', 'resource-api')['spec'];
    expect(ingress).toEqual([]);
  });
});

describeWith(kustomizer, 'names', () => {
  it('are found in Kubernetes, in OpenShift and by a cache on the node', () => {
    const [rule] = named(renderBase(), 'NetworkPolicy', 'dns')['spec'].egress;
    expect(rule.to).toEqual([
      {
        namespaceSelector: {
          matchExpressions: [
            { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['kube-system', 'openshift-dns'] },
          ],
        },
      },
      { ipBlock: { cidr: '169.254.20.10/32' } },
    ]);
    expect(rule.ports.map(({ protocol, port }: any) => `${protocol} ${port}`).sort()).toEqual(
      ['TCP 53', 'TCP 5353', 'UDP 53', 'UDP 5353'].sort(),
    );
  });
});

describeWith(kustomizer, 'the toolbox', () => {
  it('has no number of replicas in git, and is recreated, so that two versions never migrate together', () => {
    const { replicas, strategy } = named(renderBase(), 'Deployment', 'toolbox')['spec'];
    expect([replicas, strategy]).toEqual([undefined, { type: 'Recreate' }]);
  });

  it('applies a changed bootstrap file by itself', () => {
    const { volumes } = getPod(renderWith('team', {}), 'toolbox');
    const [mounted] = volumes.filter(({ name }: any) => name === 'bootstrap');
    expect(mounted.configMap.name).toMatch(/^learning-platform-bootstrap-[a-z0-9]{10}$/);
    expect(mounted.configMap.name).not.toBe(
      getPod(renderWith('production', {}), 'toolbox').volumes.find(({ name }: any) => name === 'bootstrap')
        .configMap.name,
    );
  });
});
