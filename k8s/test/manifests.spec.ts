import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Bootstrap } from '@app/bootstrap-files';
import { describeWith, temporaryFolder } from '@app/testing';
import { readDatabaseUrl } from '../../apps/cli/src/with-database.js';
import { readMigrateConfig } from '../../apps/cli/src/migrate/config.js';
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
import { typeErrors } from './type-check.js';

const root = process.cwd();
/** Well-formed stand-ins for the values in the Secret. */
const secretValues: Record<string, string> = {
  'owner-database-url': 'postgres://owner:x@db:5432/lp',
  'auth-database-url': 'postgres://lp_auth:x@db:5432/lp',
  'api-database-url': 'postgres://lp_api:x@db:5432/lp',
  'worker-database-url': 'postgres://lp_worker:x@db:5432/lp',
  'auth-database-password': 'x'.repeat(24),
  'api-database-password': 'x'.repeat(24),
  'worker-database-password': 'x'.repeat(24),
  'redis-url': 'rediss://:x@redis:6379',
  'secrets-key': Buffer.alloc(32).toString('base64'),
  'smtp-url': 'smtps://user:x@mail.example:465',
  'queue-board-password': 'x'.repeat(24),
};

type ReadConfig = (env: Record<string, string | undefined>) => Record<string, unknown>;

function loadConfig(app: string): ReadConfig | undefined {
  const file = join(root, 'apps', app, 'src', 'config.ts');
  if (!existsSync(file)) return undefined;
  const module = jest.requireActual<Record<string, ReadConfig>>(file);
  return module['loadSettings'];
}

/** The steps before the toolbox: migrate, and apply. */
const getMigration = (manifests: Manifest[]): any[] =>
  named(manifests, 'Deployment', 'toolbox')['spec'].template.spec.initContainers;

/** The environment that a container of the manifests gets. */
function readEnvironment(manifests: Manifest[], container: any): Record<string, string> {
  const shared = (container.envFrom ?? [])
    .filter(({ configMapRef }: any) => configMapRef)
    .map(({ configMapRef }: any) => named(manifests, 'ConfigMap', configMapRef.name)['data']);
  const ownToken = (container.env ?? []).map(({ name, value, valueFrom }: any) => {
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    const text =
      value ??
      (configMapKeyRef
        ? named(manifests, 'ConfigMap', configMapKeyRef.name)['data'][configMapKeyRef.key]
        : secretValues[secretKeyRef.key]);
    if (secretKeyRef?.optional && text === undefined) return {};
    if (text === undefined) throw new Error(`${name}: there is no ${JSON.stringify(valueFrom)}`);
    return { [name]: text };
  });
  return Object.assign({}, ...shared, ...ownToken);
}

describe('the image', () => {
  const script = join(root, 'scripts', 'docker-entrypoint.sh');

  it('has the entry point that is tested here', () => {
    const [, copied] = /^COPY .*scripts\/docker-entrypoint.sh (\S+)$/m.exec(
      readFileSync('Dockerfile', 'utf8'),
    )!;
    expect(copied).toBe('/usr/local/bin/learning-platform');
    expect(readFileSync('Dockerfile', 'utf8')).toContain('ENTRYPOINT ["learning-platform"]');
  });

  it.each([...servers, 'console', 'cli'] as const)('starts %s without pauses to release memory', (app) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(folder, 'node'), 0o755);
    const PATH = `${folder}:${process.env['PATH']}`;
    const args = app === 'cli' ? ['migrate', '--all'] : [app, '--all'];
    const started = execFileSync('sh', [script, ...args], { env: { PATH }, encoding: 'utf8' }).trim();
    const rest = app === 'cli' ? 'migrate --all' : '--all';
    const growth = {
      'resource-api': '--max-semi-space-size=16 --heap-growing-percent=50 ',
      'webhook-worker': '--max-semi-space-size=16 --heap-growing-percent=50 ',
      'auth-server': '',
      console: '',
      cli: '',
    }[app];
    expect(started).toBe(
      `--enable-source-maps --no-memory-reducer --expose-gc ${growth}/app/dist/apps/${app}/src/main.js ${rest}`,
    );
  });
});

describeWith(kustomizer, 'the overlays', () =>
  describe.each(overlays)('k8s/overlays/%s', (name) => {
    const manifests = render(overlay(name));
    const workloads = manifests.filter(({ kind }) => kind === 'Deployment');

    it('matches the Kubernetes field definitions', () => {
      expect(typeErrors(manifests)).toEqual([]);
    });

    it.each(servers)('starts %s through the image’s entry point, which sets Node’s flags', (app) => {
      const [container] = listContainers(named(manifests, 'Deployment', app));
      expect([container.command, container.args]).toEqual([undefined, [app]]);
    });

    it.each(servers)('passes %s every setting that it needs', (app) => {
      const readConfig = loadConfig(app);
      if (!readConfig) return;
      const [container] = listContainers(named(manifests, 'Deployment', app));
      const config = readConfig(readEnvironment(manifests, container));
      expect(config['NODE_ENV']).toBe('production');
      expect(config['PORT']).toBe(container.ports[0].containerPort);
      expect(config['WEBHOOK_ALLOWED_HOSTS'] ?? []).toEqual([]);
      expect(config['RATE_LIMITS'] ?? true).toBe(true);
      expect(String(config['AUTH_PUBLIC_URL'])).toMatch(/^https:/);
    });

    it('passes the migration and the bootstrap every setting that they need', () => {
      const [migration, bootstrap] = getMigration(manifests);
      expect(() => readMigrateConfig(readEnvironment(manifests, migration))).not.toThrow();
      expect(() => readDatabaseUrl(readEnvironment(manifests, bootstrap))).not.toThrow();
      // so that no portal takes the service's own host name
      const [server] = listContainers(named(manifests, 'Deployment', 'auth-server'));
      const { AUTH_PUBLIC_URL, API_PUBLIC_URL } = readEnvironment(manifests, server);
      expect(readEnvironment(manifests, bootstrap)).toMatchObject({ AUTH_PUBLIC_URL, API_PUBLIC_URL });
      const file = configMap(manifests, 'learning-platform-bootstrap')['bootstrap.yaml']!;
      expect(Bootstrap.safeParse(parse(file)).success).toBe(true);
    });

    it.each(servers)('probes %s for liveness and readiness', (app) => {
      const [container] = listContainers(named(manifests, 'Deployment', app));
      expect(container.livenessProbe.httpGet.path).toBe('/health/live');
      expect(container.readinessProbe.httpGet.path).toBe('/health/ready');
    });

    it('gives the worker more than the 20 seconds that deliveries in flight may take', () => {
      const pod = named(manifests, 'Deployment', 'webhook-worker')['spec'].template.spec;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
        20 + pod.containers[0].lifecycle.preStop.sleep.seconds,
      );
    });

    it('runs every container, the console too, under the restricted pod security standard, with a pinned image', () => {
      const all = renderWith(name, { components: ['console'] }).filter(({ kind }) => kind === 'Deployment');
      expect(all).toHaveLength(workloads.length + 1);
      for (const workload of all) {
        const pod = workload['spec'].template.spec;
        expect(pod.automountServiceAccountToken).toBe(false);
        expect(pod.enableServiceLinks).toBe(false);
        expect(pod.securityContext.runAsUser).toBeGreaterThan(10_000);
        expect(pod.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of listContainers(workload)) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.image).toMatch(/:v?\d+\.\d+\.\d+$/);
          expect(container.resources.requests).toHaveProperty('cpu');
          expect(container.resources.limits).toHaveProperty('memory');
        }
      }
    });

    it('has no selector without matching pods', () => {
      const labels = workloads.map((one) => one['spec'].template.metadata.labels['app.kubernetes.io/name']);
      for (const { kind, spec } of manifests.filter((one) =>
        ['Service', 'PodDisruptionBudget'].includes(one.kind),
      )) {
        const selector = kind === 'Service' ? spec.selector : spec.selector.matchLabels;
        expect(labels).toContain(selector['app.kubernetes.io/name']);
      }
      for (const { spec } of manifests.filter((one) => one.kind === 'HorizontalPodAutoscaler')) {
        expect(() => named(manifests, 'Deployment', spec.scaleTargetRef.name)).not.toThrow();
      }
    });

    it.each(servers)('allows only the monitoring to read the metrics of %s', (app) => {
      const pod = named(manifests, 'Deployment', app)['spec'].template;
      const [container] = pod.spec.containers;
      const port = loadConfig(app)!(readEnvironment(manifests, container))['METRICS_PORT'];
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: port });
      expect(pod.metadata.annotations['prometheus.io/port']).toBe(String(port));
      const service = named(manifests, 'Service', app)['spec'];
      expect(service.ports.map((one: any) => one.targetPort)).not.toContain('metrics');
      const admitting = manifests
        .filter(({ kind }) => kind === 'NetworkPolicy')
        .flatMap(({ spec }) =>
          (spec.ingress ?? []).map((rule: any) => ({ selector: spec.podSelector, rule })),
        )
        .filter(({ rule }) => rule.ports.some((one: any) => one.port === 'metrics'));
      expect(admitting).toHaveLength(1);
      expect(admitting[0].selector.matchExpressions[0].values).toContain(app);
      expect(admitting[0].rule.from).toEqual([
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
      ]);
    });

    it('keeps webhooks out of private networks', () => {
      const { egress } = named(manifests, 'NetworkPolicy', 'webhook-worker')['spec'];
      const blocks = egress.flatMap((rule: any) => rule.to).map((peer: any) => peer.ipBlock);
      expect(blocks).toEqual([
        {
          cidr: '0.0.0.0/0',
          except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '127.0.0.0/8']),
        },
        { cidr: '::/0', except: expect.arrayContaining(['::1/128', 'fc00::/7']) },
      ]);
    });

    it('exposes only the authorization server and the API', () => {
      const { rules } = named(manifests, 'Ingress', 'learning-platform')['spec'];
      const backends = rules.flatMap((rule: any) =>
        rule.http.paths.map((path: any) => path.backend.service.name),
      );
      expect(new Set(backends)).toEqual(new Set(['auth-server', 'resource-api']));
    });
  }),
);

describe('the check itself', () => {
  it('finds an unknown, a missing and a mistyped field', () => {
    const service = (spec: object) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec });
    expect(typeErrors([service({ ports: [{ port: 80 }] })])).toEqual([]);
    expect(typeErrors([service({ portz: [] })])[0]).toMatch(/^Service x: .*portz.* does not exist/);
    expect(typeErrors([service({ ports: [{}] })])[0]).toMatch(/port.*is missing/);
    expect(typeErrors([service({ ports: [{ port: 'http' }] })])[0]).toMatch(
      /'string' is not assignable to type 'number'/,
    );
  });
});
