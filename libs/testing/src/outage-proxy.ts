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
    await proxy.comeBack();
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
  async goAway(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /**
   * Nothing passes any more in either direction, and new connections get no answer, as in a network that drops
   * packets.
   */
  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  /** After {@link goAway} or {@link fallSilent}; connections that got no answer meanwhile are ended. */
  async comeBack(): Promise<void> {
    if (this.#isSilent) await this.goAway();
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
