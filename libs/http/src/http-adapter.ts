import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WholeAnswer } from './whole-answer.js';

/** Nest's adapter, as our servers need it. */
export class HttpAdapter extends FastifyAdapter {
  /**
   * Closes the server before any module: requests on connections that are still open are answered, and each answer
   * closes its connection, so that a rolling update loses nothing.
   */
  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Nest waits for it (NestApplication.prepareClose)
  override async beforeClose(): Promise<void> {
    super.beforeClose();
    await this.getInstance<FastifyInstance>().close();
  }

  /** Sends an answer that has a status and headers of its own as it is. */
  override reply(
    response: FastifyReply,
    body: unknown,
    statusCode?: number,
  ): ReturnType<FastifyAdapter['reply']> {
    if (!(body instanceof WholeAnswer)) return super.reply(response, body, statusCode);
    return response.status(body.status).headers(body.headers).send(body.body);
  }
}
