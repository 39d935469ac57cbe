import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { noSchemas } from '@app/http';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Settings } from '../../config.js';
import { OnboardingGrants } from './onboarding-grants.js';

const redemption = z.object({ grant: z.string().length(43) });

/** A separate listener for the resource API, not reachable through the public URL. */
@Injectable()
export class InternalListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #server: FastifyInstance = fastify({
    bodyLimit: 1024,
    schemaController: noSchemas,
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  });

  constructor(
    grants: OnboardingGrants,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#server.post('/internal/onboarding-grants', async (request, reply) => {
      const { data } = redemption.safeParse(request.body);
      if (!data) return reply.status(400).send({ error: 'invalid_request' });
      const tokens = await grants.redeem(data.grant);
      void reply.header('cache-control', 'no-store');
      return tokens ?? reply.status(404).send({ error: 'invalid_grant' });
    });
    this.#server.setErrorHandler((error, _request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status >= 500) this.logger.error({ err: error }, 'an internal request failed');
      return reply.status(status).send({ error: status >= 500 ? 'server_error' : 'invalid_request' });
    });
  }

  get url(): string {
    const { port } = this.#server.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#server.listen({ port: this.settings.INTERNAL_PORT, host: this.settings.HOST });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#server.close();
  }
}
