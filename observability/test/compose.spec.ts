import { endProcess, freePort } from '@app/local-services';
import { describeWith, WAIT_TIMEOUT_MS, temporaryFolder } from '@app/testing';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { settings } from '../../apps/resource-api/src/config.js';
import { listComposeFaults } from '../../docs/test/compose/compose-faults.js';
import { programs as observedPrograms } from './observed-stack.js';
import { listRules, readRules } from './rules.js';

const read = (file: string) => parse(readFileSync(file, 'utf8'), { merge: true });

/** The console besides: its tests observe it without this stack. */
const programs = [...observedPrograms, 'console'];

describe('docker-compose.observability.yml', () => {
  const file = read('docker-compose.observability.yml');
  const base = read('docker-compose.yml');

  it('fits the schema of the compose specification', () => {
    expect(listComposeFaults(file)).toEqual([]);
  });

  it('sends the traces of the servers that the other file has, and scrapes their port for metrics', () => {
    for (const program of programs) {
      expect(base.services).toHaveProperty(program);
      expect(file.services[program].environment).toEqual({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://jaeger:4318',
        OTEL_TRACES_SAMPLER_ARG: 1,
      });
    }
    const { scrape_configs } = read('observability/prometheus/prometheus.yml');
    const port = settings.shape.METRICS_PORT.parse(undefined);
    expect(scrape_configs).toEqual(
      programs.map((job_name) => ({ job_name, dns_sd_configs: [{ names: [job_name], type: 'A', port }] })),
    );
  });

  it('is only for this machine, with pinned images, and mounts existing files', () => {
    for (const name of ['prometheus', 'grafana', 'jaeger']) {
      const { image, ports, volumes = [] } = file.services[name];
      expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      for (const volume of volumes as string[]) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect([source, existsSync(source)]).toEqual([source, true]);
      }
    }
    expect(readFileSync('.env.example', 'utf8')).toMatch(/^GRAFANA_PASSWORD=/m);
  });
});

describeWith('promtool', 'its Prometheus', () => {
  it('takes the configuration that is mounted', () => {
    const folder = temporaryFolder();
    const mounted = (read('docker-compose.observability.yml').services.prometheus.volumes as string[])
      .map((volume) => volume.split(':') as [string, string])
      .filter(([source]) => source.startsWith('./'));
    for (const [source, target] of mounted) {
      const here = readFileSync(source, 'utf8').replaceAll('/etc/prometheus/', `${folder}/`);
      writeFileSync(join(folder, basename(target)), here);
    }
    const args = ['check', 'config', join(folder, 'prometheus.yml')];
    expect(execFileSync('promtool', args, { encoding: 'utf8' })).toContain('SUCCESS: 1 rule files found');
  });
});

describeWith('prometheus', 'its Prometheus', () => {
  it('shows the runbook to which each alert leads', async () => {
    const folder = temporaryFolder();
    const { volumes, command, ports } = read('docker-compose.observability.yml').services.prometheus as {
      volumes: string[];
      command: string[];
      ports: string[];
    };
    for (const [from, to] of volumes.map((volume) => volume.split(':') as [string, string])) {
      mkdirSync(join(folder, dirname(to)), { recursive: true });
      if (from.startsWith('./')) cpSync(from, join(folder, to));
    }
    // names of other containers are of no use here
    writeFileSync(join(folder, 'etc/prometheus/prometheus.yml'), '');
    const address = `127.0.0.1:${await freePort()}`;
    const here = command.map((argument) => argument.replace('=/', `=${folder}/`));
    const args = [...here, `--web.listen-address=${address}`, '--log.level=error'];
    const child = spawn('prometheus', args, { stdio: 'ignore' });
    try {
      for (const { alert, annotations } of listRules(readRules())) {
        const { host, pathname, hash } = new URL(annotations.runbook_url);
        expect(ports).toEqual([expect.stringMatching(`${host.replace('localhost', '127.0.0.1')}:`)]);
        const page = await whenUp(() => fetch(`http://${address}${pathname}`));
        expect(hash).toBe(`#${alert.toLowerCase()}`);
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`\n## ${alert}\n`)]);
      }
    } finally {
      await endProcess(child.pid!, 'SIGTERM');
    }
  });
});

/** The first answer, once there is one. */
async function whenUp(request: () => Promise<Response>): Promise<Response> {
  for (const end = Date.now() + WAIT_TIMEOUT_MS; ;) {
    const answer = await request().catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > end) throw new Error('Prometheus does not answer');
  }
}
