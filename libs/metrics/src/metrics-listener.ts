import type { OnApplicationShutdown } from '@nestjs/common';
import { VERSION, type Logger, type ServerSettings } from '@app/kernel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { metrics, createRegistry } from './metrics.js';
import type { ServerName } from './metric-definition.js';

export type MetricsSettings = Pick<ServerSettings, 'METRICS_PORT' | 'HOST' | 'BUILD_COMMIT'>;

/** Milliseconds for a request to arrive; scrapers send theirs immediately. */
const ARRIVAL_MS = 5_000;

/**
 * Answers `GET /metrics` on a separate port, from before the server is ready until after its last answer. The port is
 * only for monitoring.
 */
export class MetricsListener implements OnApplicationShutdown {
  readonly registry: Registry;
  readonly #server: Server;
  readonly #before: (() => Promise<void>)[] = [];

  constructor(
    program: ServerName,
    private readonly settings: MetricsSettings,
    private readonly logger: Logger,
  ) {
    const build = { version: VERSION, commit: settings.BUILD_COMMIT, node_version: process.version };
    metrics.build_info.set(build, 1);
    this.registry = createRegistry(program);
    this.#server = createServer(
      { headersTimeout: ARRIVAL_MS, requestTimeout: ARRIVAL_MS, maxHeaderSize: 8 * 1024 },
      (request, response) => void this.#answer(request, response),
    );
  }

  /** @throws Error when the port is taken */
  async listen(): Promise<void> {
    this.#server.listen(this.settings.METRICS_PORT, this.settings.HOST);
    await once(this.#server, 'listening');
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/metrics`;
  }

  /** Waits for `work` before each answer. A failure is logged, and does not affect other metrics. */
  beforeEach(work: () => Promise<void>): void {
    this.#before.push(work);
  }

  async text(): Promise<string> {
    for (const work of this.#before) {
      await work().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'some metrics could not be measured');
      });
    }
    return this.registry.metrics();
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), ARRIVAL_MS).unref();
    await once(this.#server, 'close');
    clearTimeout(timer);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    try {
      const text = await this.text();
      response.writeHead(200, { 'content-type': this.registry.contentType }).end(text);
    } catch (error) {
      this.logger.error({ err: error }, 'the metrics could not be returned');
      response.writeHead(500).end();
    }
  }
}
