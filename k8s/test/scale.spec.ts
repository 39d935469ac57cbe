import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchEngineSettings } from '@app/catalogue';
import { describeWith } from '@app/testing';
import {
  configMap,
  listContainers,
  kustomizer,
  type Manifest,
  named,
  overlay,
  overlays,
  render,
  renderWith,
  servers,
} from './kustomize.js';
import { listRules, readRules, RULES_FILE } from '../../observability/test/rules.js';
import { parse, stringify } from 'yaml';

const operations = ['install', 'observe', 'scale']
  .map((page) => readFileSync(`docs/operations/${page}.md`, 'utf8'))
  .join('\n');
/** The figures of docs/operations/scale.md for Postgres and for each process. */
const maxConnections = Number(/at their largest need a `max_connections` of (\d+)/.exec(operations)?.[1]);
const connectionsOutsidePools = Number(
  /uses up to (\d+) connections outside its pools/.exec(operations)?.[1],
);
const atTheirSmallest = Number(/needs a `max_connections` of at least (\d+)/.exec(operations)?.[1]);
/** superuser_reserved_connections, the toolbox, and a few for people. */
const RESERVED = 20;

/** The fixed pool of the worker for everything but deliveries. */
const otherWork = Number(
  /OTHER_WORK_POOL_SIZE = (\d+)/.exec(readFileSync('apps/webhook-worker/src/app.module.ts', 'utf8'))?.[1],
);
/** That of its slow lane. */
const slowLane = Number(
  /slowLanePoolSize: (\d+)/.exec(readFileSync('apps/webhook-worker/src/timing.ts', 'utf8'))?.[1],
);

/** The largest or smallest number of replicas, and one more while they are exchanged. */
function replicas(manifests: Manifest[], app: string, bound: 'maxReplicas' | 'minReplicas'): number {
  const { [bound]: count } = named(manifests, 'HorizontalPodAutoscaler', app)['spec'];
  return count + named(manifests, 'Deployment', app)['spec'].strategy.rollingUpdate.maxSurge;
}
const mostReplicas = (manifests: Manifest[], app: string): number => replicas(manifests, app, 'maxReplicas');

/** Connections of all processes at once. */
function mostConnections(
  manifests: Manifest[],
  bound: 'maxReplicas' | 'minReplicas' = 'maxReplicas',
): number {
  return servers
    .map((app) => {
      const [container] = listContainers(named(manifests, 'Deployment', app));
      const settings = named(manifests, 'ConfigMap', container.envFrom[0].configMapRef.name)['data'];
      const pool = Number(settings.DATABASE_POOL_SIZE);
      const pools = app === 'webhook-worker' ? pool + slowLane + otherWork : pool;
      return replicas(manifests, app, bound) * (pools + connectionsOutsidePools);
    })
    .reduce((sum, one) => sum + one, 0);
}

describeWith(kustomizer, 'at their largest', () =>
  describe.each(overlays)('k8s/overlays/%s', (name) => {
    const manifests = render(overlay(name));

    it('has at most as many connections as Postgres allows', () => {
      expect(connectionsOutsidePools).toBe(2); // one for readiness, one for revocations and keys
      const most = mostConnections(manifests);
      expect(most).toBeGreaterThan(50);
      expect(most + RESERVED).toBeLessThanOrEqual(maxConnections);
    });

    it('has at its minimum at most as many as Postgres allows at Start', () => {
      const least = mostConnections(manifests, 'minReplicas') + RESERVED;
      expect(least).toBeLessThanOrEqual(atTheirSmallest);
      if (name === 'production') expect(atTheirSmallest - least).toBeLessThan(10);
    });

    it('counts pools and replicas', () => {
      const changed = structuredClone(manifests);
      const hpa = named(changed, 'HorizontalPodAutoscaler', 'resource-api')['spec'];
      hpa.maxReplicas += 100;
      expect(mostConnections(changed)).toBe(
        mostConnections(manifests) + 100 * (10 + connectionsOutsidePools),
      );
    });
  }),
);

describeWith(kustomizer, 'the servers’ settings', () => {
  it('restart their pods when they change', () => {
    const [production, staging] = ['production', 'staging'].map((name) => {
      const [container] = listContainers(named(render(overlay(name)), 'Deployment', 'auth-server'));
      return container.envFrom[0].configMapRef.name as string;
    });
    expect(production).toMatch(/^learning-platform-[a-z0-9]{10}$/);
    expect(staging).not.toBe(production);
  });
});

describeWith(kustomizer, 'egress', () =>
  describe.each(overlays)('of k8s/overlays/%s', (name) => {
    const policies = render(overlay(name)).filter(({ kind }) => kind === 'NetworkPolicy');

    it('leads nowhere that is not named', () => {
      const rules = policies.flatMap(({ spec }) => spec.egress ?? []);
      expect(rules.length).toBeGreaterThan(4);
      for (const rule of rules) expect(rule.to ?? []).not.toEqual([]);
      const everywhere = policies.filter(({ spec }) =>
        (spec.egress ?? []).some((rule: any) => rule.to.some((peer: any) => /\/0$/.test(peer.ipBlock?.cidr))),
      );
      expect(everywhere.map(({ metadata }) => metadata.name)).toEqual(['webhook-worker']);
    });

    it('reaches Postgres and Redis from every pod that uses them, each at an address and a port', () => {
      const { spec } = policies.find(({ metadata }) => metadata.name === 'data-stores')!;
      expect(spec.podSelector.matchExpressions[0].values.sort()).toEqual([...servers, 'toolbox'].sort());
      for (const { to: peers, ports } of spec.egress) {
        expect(peers).toEqual([{ ipBlock: { cidr: expect.stringMatching(/\/32$/) as string } }]);
        expect(ports).toHaveLength(1);
      }
    });
  }),
);

/** Production with a component of k8s/components besides. */
const withComponent = (component: string): Manifest[] =>
  renderWith('production', { components: [component] });

describe('the rules for the Prometheus Operator', () => {
  it('are those of observability (UPDATE_DOCS=1 npm run jest k8s/test/scale writes them)', () => {
    const file = join('k8s', 'components', 'prometheus-operator', 'rules.yaml');
    const manifest = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'learning-platform' },
      spec: readRules(),
    };
    const text = `# Made from ${RULES_FILE}.\n${stringify(manifest, { lineWidth: 0 })}`;
    if (process.env['UPDATE_DOCS']) writeFileSync(file, text);
    expect(parse(readFileSync(file, 'utf8'))).toEqual(manifest);
  });
});

describeWith(kustomizer, 'k8s/components', () => {
  it('add workers while events wait', () => {
    const { metrics } = named(withComponent('outbox-lag'), 'HorizontalPodAutoscaler', 'webhook-worker')[
      'spec'
    ];
    expect(metrics.map(({ type }: any) => type)).toEqual(['Resource', 'External']);
    expect(metrics[1].external.metric.name).toBe('webhook_outbox_lag_seconds');
    expect(operations).toContain('`webhook_outbox_lag_seconds`');
  });

  it('configure the Prometheus Operator’s targets, and the rules of observability', () => {
    const manifests = withComponent('prometheus-operator');
    const { spec } = named(manifests, 'PodMonitor', 'learning-platform');
    const [{ key, values }] = spec.selector.matchExpressions;
    expect(spec.jobLabel).toBe(key);
    expect(values.toSorted()).toEqual(servers.toSorted());
    for (const name of values) {
      const { template } = named(manifests, 'Deployment', name)['spec'];
      expect(template.metadata.labels[key]).toBe(name);
      const ports = template.spec.containers[0].ports.map((port: any) => port.name);
      expect(ports).toContain(spec.podMetricsEndpoints[0].port);
    }
    const { groups } = named(manifests, 'PrometheusRule', 'learning-platform')['spec'];
    // links lead to where the settings say that runbooks are
    const { RUNBOOKS_URL } = configMap(manifests, 'learning-platform');
    const ours = readRules();
    for (const rule of listRules(ours)) {
      const { hash } = new URL(rule.annotations.runbook_url);
      rule.annotations.runbook_url = `${RUNBOOKS_URL}${hash}`;
    }
    expect(groups).toEqual(ours.groups);
  });

  it('allow OpenSearch to answer searches of the pods that use it', () => {
    const manifests = withComponent('opensearch');
    const settings = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && /^learning-platform-\w{10}$/.test(metadata.name),
    )!['data'];
    expect(settings['SEARCH_ENGINE']).toBe('opensearch');
    const { spec } = named(manifests, 'NetworkPolicy', 'opensearch');
    expect(spec.egress[0].ports).toEqual([
      { protocol: 'TCP', port: Number(new URL(settings['OPENSEARCH_URLS'] as string).port) },
    ]);
    // each can reach it, and may be asked who it is and by whom its certificate is signed
    const [{ values }] = spec.podSelector.matchExpressions;
    expect(values.toSorted()).toEqual(['resource-api', 'toolbox', 'webhook-worker']);
    for (const app of values) {
      const [container] = listContainers(named(manifests, 'Deployment', app));
      for (const setting of ['USERNAME', 'PASSWORD', 'CA']) {
        const key = `opensearch-${setting.toLowerCase()}`;
        expect(container.env).toContainEqual({
          name: `OPENSEARCH_${setting}`,
          valueFrom: { secretKeyRef: { name: 'learning-platform', key, optional: true } },
        });
        expect(Object.keys(searchEngineSettings)).toContain(`OPENSEARCH_${setting}`);
        expect(operations).toContain(`\`${key}\``);
      }
    }
  });

  it('get the certificate that the ingress names', () => {
    const manifests = withComponent('wildcard-certificate');
    const { spec } = named(manifests, 'Certificate', 'learning-platform');
    const { tls } = named(manifests, 'Ingress', 'learning-platform')['spec'];
    expect(spec.secretName).toBe(tls[0].secretName);
    for (const host of tls[0].hosts)
      expect(spec.dnsNames.map((one: string) => one.replace('*', ''))).toContainEqual(
        expect.stringMatching(new RegExp(`${host.replace(/^[^.]*/, '')}$`)),
      );
    expect(named(manifests, 'Issuer', spec.issuerRef.name)['spec'].acme.solvers[0]).toHaveProperty('dns01');
  });

  it('connect the servers to Postgres through PgBouncer, with fewer connections than Postgres then allows', () => {
    const manifests = withComponent('pgbouncer');
    const deployment = named(manifests, 'Deployment', 'pgbouncer')['spec'];
    const pods = deployment.replicas + deployment.strategy.rollingUpdate.maxSurge;
    const { volumes, terminationGracePeriodSeconds: grace = 30, containers } = deployment.template.spec;
    const [volume] = volumes;
    // SIGTERM follows the hook, and would cut the transactions that SIGINT lets end
    const stop = containers[0].lifecycle.preStop.exec.command.at(-1) as string;
    const [unready, ending] = /^sleep (\d+); kill -INT 1; sleep (\d+)$/.exec(stop)!.slice(1).map(Number);
    expect(ending).toBeGreaterThan(10);
    expect(unready! + ending!).toBeLessThan(grace);
    const ini = named(manifests, 'ConfigMap', volume.configMap.name)['data']['pgbouncer.ini'] as string;
    const setting = (name: string) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(ini)?.[1]);
    const roles = servers.length; // each has its own
    const allowed = Number(/`max_connections` of (\d+) at the same size/.exec(operations)?.[1]);
    expect(pods * roles * setting('default_pool_size') + RESERVED).toBeLessThanOrEqual(allowed);
    // one pod takes them all while the other is away
    expect(setting('max_client_conn')).toBeGreaterThan(mostConnections(manifests));
    const stores = manifests.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'data-stores',
    )!;
    expect(stores['spec'].podSelector.matchExpressions[0].values).toContain('pgbouncer');
    const toolbox = named(manifests, 'Deployment', 'toolbox');
    const env = toolbox['spec'].template.spec.initContainers[0].env as { name: string; value?: string }[];
    expect(env).toContainEqual({ name: 'DATABASE_POOLER_ROLE', value: 'pgbouncer' });
    expect(ini).toContain('from pooler.secret_of($1)');
  });

  it('PgBouncer has the settings in the documentation', () => {
    const ini = readFileSync(join('k8s', 'components', 'pgbouncer', 'pgbouncer.ini'), 'utf8');
    const [, documented] = /```ini\n(pool_mode[\s\S]*?)```/.exec(operations)!;
    for (const line of documented!.trim().split('\n')) expect(ini.split('\n')).toContain(line);
  });

  it('configure the read replica of the resource API', () => {
    const manifests = withComponent('read-replica');
    const [container] = listContainers(named(manifests, 'Deployment', 'resource-api'));
    expect(container.env).toContainEqual({
      name: 'DATABASE_REPLICA_URL',
      valueFrom: { secretKeyRef: { name: 'learning-platform', key: 'api-replica-url' } },
    });
    const settings = named(manifests, 'ConfigMap', container.envFrom[0].configMapRef.name)['data'];
    const pool = Number(settings.DATABASE_POOL_SIZE); // as many as for the primary
    const most = mostReplicas(manifests, 'resource-api') * (pool + 1); // one for the probe
    const allowed = Number(
      /needs a `max_connections` of (\d+), and at least the primary's/.exec(operations)?.[1],
    );
    expect(most + RESERVED).toBeLessThanOrEqual(allowed);
  });
});
