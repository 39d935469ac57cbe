import { describeWith } from '@app/testing';
import { loadSettings } from '../../apps/console/src/config.js';
import { kustomizer, listContainers, named, overlay, overlays, render, renderWith } from './kustomize.js';

describeWith(kustomizer, 'the console’s component', () => {
  const manifests = renderWith('production', { components: ['prometheus-operator', 'console'] });
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const policy = (name: string) => named(policies, 'NetworkPolicy', name)['spec'];
  const fromConsole = {
    from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'console' } } }],
    ports: [{ protocol: 'TCP', port: 'http' }],
  };

  it.each(overlays)('passes the server every setting that it needs, in %s', (name) => {
    const rendered = renderWith(name, { components: ['console'] });
    const [container] = listContainers(named(rendered, 'Deployment', 'console'));
    const data = named(rendered, 'ConfigMap', container.envFrom[0].configMapRef.name)['data'];
    const values: Record<string, string> = {
      'console-database-url': 'postgres://lp_console:x@db:5432/lp',
      'console-client-secret': 'x'.repeat(24),
      'secrets-key': Buffer.alloc(32).toString('base64'),
    };
    const env = Object.fromEntries(
      container.env.map(({ name: variable, value, valueFrom }: any) => [
        variable,
        value ?? values[valueFrom.secretKeyRef.key],
      ]),
    );
    const settings = loadSettings({ ...data, ...env });
    expect([settings.NODE_ENV, settings.PORT, settings.RATE_LIMITS]).toEqual([
      'production',
      container.ports[0].containerPort,
      true,
    ]);
    expect([container.command, container.args]).toEqual([undefined, ['console']]);
    expect(container.image).toMatch(/^registry\.example\/learning-platform:/);
    const { rules, tls } = named(rendered, 'Ingress', 'learning-platform')['spec'];
    const { host } = new URL(settings.CONSOLE_PUBLIC_URL);
    expect([rules.at(-1).host, tls[0].hosts.at(-1)]).toEqual([host, host]);
  });

  it('allows connections to the two servers and Postgres, and only from the ingress and the monitoring', () => {
    for (const server of ['auth-server', 'resource-api'])
      expect(policy(server).ingress).toContainEqual(fromConsole);
    expect(policy('webhook-worker').ingress ?? []).toEqual([]);
    expect(policy('console').egress.flatMap((rule: any) => rule.to)).toEqual(
      ['auth-server', 'resource-api'].map((name) => ({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
      })),
    );
    expect(policy('console-database').egress).toEqual([policy('data-stores').egress[0]]);
    expect(policy('data-stores').podSelector.matchExpressions[0].values).not.toContain('console');
    expect(policy('console').ingress).toHaveLength(1);
    expect(policy('monitoring').podSelector.matchExpressions[0].values).toContain('console');
    const { spec } = named(manifests, 'PodMonitor', 'learning-platform');
    expect(spec.selector.matchExpressions[0].values).toContain('console');
  });

  it('has two to four pods', () => {
    expect(named(manifests, 'HorizontalPodAutoscaler', 'console')['spec']).toMatchObject({
      minReplicas: 2,
      maxReplicas: 4,
    });
    expect(named(manifests, 'PodDisruptionBudget', 'console')['spec'].maxUnavailable).toBe(1);
  });

  it('has its role made, and its client applied', () => {
    const [migration, bootstrap] = named(manifests, 'Deployment', 'toolbox')['spec'].template.spec
      .initContainers;
    const key = (name: string) => ({ valueFrom: { secretKeyRef: { name: 'learning-platform', key: name } } });
    expect(migration.env).toContainEqual({
      name: 'CONSOLE_DATABASE_PASSWORD',
      ...key('console-database-password'),
    });
    expect(bootstrap.env).toContainEqual({ name: 'CONSOLE_CLIENT_SECRET', ...key('console-client-secret') });
  });

  it('left out, nothing of it exists', () => {
    const without = render(overlay('production')).filter(({ kind }) => kind !== 'ConfigMap');
    expect(JSON.stringify(without)).not.toContain('console');
  });
});
