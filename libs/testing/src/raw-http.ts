import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** A connection on which a test writes raw bytes; everything received is parsed as one answer. */
export class RawConnection {
  #received = '';
  #isEnded = false;
  readonly #ended: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => (this.#received += text));
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#isEnded = true;
        resolve();
      };
      socket.on('end', end).on('close', end).on('error', end);
    });
  }

  static open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true }, () =>
        resolve(connection),
      );
      const connection = new RawConnection(socket);
      socket.once('error', reject);
    });
  }

  /** Sends `text`; resolves when it has been sent. */
  write(text: string | Buffer): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** The text that has arrived so far. */
  get text(): string {
    return this.#received;
  }

  /**
   * Resolves when `text` has arrived.
   * @throws Error when the connection ends without it
   */
  async received(text: string): Promise<void> {
    while (!this.#received.includes(text)) {
      if (this.#isEnded) throw new Error(`ended without ${JSON.stringify(text)}: ${this.#received}`);
      await new Promise((resolve) => this.socket.once('data', resolve).once('close', resolve));
    }
  }

  /** Everything until the server closes the connection, as one answer. */
  async answer(): Promise<RawAnswer> {
    await this.#ended;
    this.socket.destroy();
    const [head = '', ...rest] = this.#received.split('\r\n\r\n');
    const [line = '', ...lines] = head.split('\r\n');
    const headers = lines.map((each) => [
      each.slice(0, each.indexOf(':')).toLowerCase(),
      each.slice(each.indexOf(':') + 1).trim(),
    ]);
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(line)?.[1]),
      headers: Object.fromEntries(headers) as Record<string, string>,
      text: rest.join('\r\n\r\n'),
    };
  }

  end(): void {
    this.socket.destroy();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }
}

/** A client that sends requests and never reads, so that it accepts only as much as the kernel's buffers. */
export class UnreadConnection {
  readonly #ended: Promise<void>;

  private constructor(private readonly socket: Socket) {
    this.#ended = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
  }

  static open(url: string, text: string): Promise<UnreadConnection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const connection = new UnreadConnection(socket);
        socket.off('error', reject).write(text);
        resolve(connection);
      });
      socket.once('error', reject);
    });
  }

  /**
   * Starts reading.
   * @returns whether this many bytes arrived before the server closed the connection
   */
  receive(bytes: number): Promise<boolean> {
    let received = 0;
    return new Promise((resolve) => {
      this.socket.on('data', (data: Buffer) => {
        received += data.length;
        if (received >= bytes) resolve(true);
      });
      void this.#ended.then(() => resolve(false));
    });
  }

  /** Resolves when the server has closed the connection; from now on, the client reads and discards. */
  ended(): Promise<void> {
    this.socket.resume();
    return this.#ended;
  }

  end(): void {
    this.socket.destroy();
  }
}

/** Sends `text` on a new connection, which the server must close. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const connection = await RawConnection.open(url);
  void connection.write(text);
  return connection.answer();
}
