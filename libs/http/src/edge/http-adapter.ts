import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WholeAnswer } from '../whole-answer.js';

/** Nest's adapter with our servers' shutdown and raw responses. */
export class HttpAdapter extends FastifyAdapter {
  /**
   * Closes the server before any module. Requests on connections that are still open are answered, and each answer
   * closes its connection, so that a rolling update loses nothing.
   */
  // oxlint-disable-next-line typescript/no-misused-promises -- Nest waits for it (NestApplication.prepareClose)
  override async beforeClose(): Promise<void> {
    super.beforeClose();
    await this.getInstance<FastifyInstance>().close();
  }

  /** Sends an answer that has its own status and headers unchanged. */
  override reply(
    response: FastifyReply,
    body: unknown,
    statusCode?: number,
  ): ReturnType<FastifyAdapter['reply']> {
    if (!(body instanceof WholeAnswer)) return super.reply(response, body, statusCode);
    return response.status(body.status).headers(body.headers).send(body.body);
  }
}
