import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A proxy with which a test can make a server unavailable and available again. */
export class OutageProxy {
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isSilent = false;

  private constructor(private readonly target: URL) {}

  static async before(url: string): Promise<OutageProxy> {
    const proxy = new OutageProxy(new URL(url));
    await proxy.reconnect();
    return proxy;
  }

  /** The URL of the server, through this proxy. */
  get url(): string {
    const url = new URL(this.target.href);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Ends every connection and refuses new ones. */
  async disconnect(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Drops everything in both directions, and does not answer new connections, like a network that drops packets. */
  dropPackets(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  /** Call after {@link disconnect} or {@link dropPackets}; connections without an answer are ended. */
  async reconnect(): Promise<void> {
    if (this.#isSilent) await this.disconnect();
    this.#isSilent = false;
    const server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      if (this.#isSilent) near.resume();
      else near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }
}
