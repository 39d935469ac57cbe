import { OutageProxy } from '@app/testing';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts everything, behind a proxy that can be cut off. */
export class ProxiedMailServer {
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  });
  proxy!: OutageProxy;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.server.address() as AddressInfo;
    this.proxy = await OutageProxy.before(`http://127.0.0.1:${port}`);
  }

  get url(): string {
    return `smtp://${new URL(this.proxy.url).host}`;
  }

  async stop(): Promise<void> {
    await this.proxy?.disconnect();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
