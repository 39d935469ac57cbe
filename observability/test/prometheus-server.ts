import { endProcess, freePort } from '@app/local-services';
import { WAIT_TIMEOUT_MS, temporaryFolder } from '@app/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A real Prometheus that scrapes and evaluates every second. */
export class PrometheusServer {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param targets addresses of metrics by job @param rules as in a file of rules */
  static async start(targets: Record<string, string[]>, rules: object): Promise<PrometheusServer> {
    const folder = temporaryFolder();
    const port = await freePort();
    writeFileSync(join(folder, 'rules.yml'), stringify(rules));
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: Object.entries(targets).map(([job_name, urls]) => ({
        job_name,
        static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
      })),
    };
    writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    const server = new PrometheusServer(`http://127.0.0.1:${port}`, child, folder);
    for (const end = performance.now() + WAIT_TIMEOUT_MS; !(await server.#isReady());) {
      if (child.exitCode !== null || performance.now() > end) {
        await server.stop();
        throw new Error('Prometheus does not get ready');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return server;
  }

  async stop(): Promise<void> {
    if (this.process.pid !== undefined) await endProcess(this.process.pid, 'SIGTERM');
  }

  /** The alerts that fire. */
  async firing(): Promise<{ alertname: string; job?: string }[]> {
    const { alerts } = await this.#fetchJson<{ alerts: { state: string; labels: { alertname: string } }[] }>(
      'alerts',
    );
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
  }

  /** The values of an expression now. */
  async query(expression: string): Promise<{ metric: Record<string, string>; value: number }[]> {
    const { result } = await this.#fetchJson<{
      result: { metric: Record<string, string>; value: [number, string] }[];
    }>(`query?query=${encodeURIComponent(expression)}`);
    return result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
  }

  async #fetchJson<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.url}/api/v1/${path}`);
    return ((await answer.json()) as { data: T }).data;
  }

  async #isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/-/ready`).catch(() => undefined))?.ok ?? false;
  }
}
