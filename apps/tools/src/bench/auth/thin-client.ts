import { createConnection, type Socket } from 'node:net';

/** The most connections kept open. */
const MAX_LINES = 200;

/**
 * Posts forms with as little work as possible, a tenth of what an HTTP library needs: on a small machine the
 * sender must not be what is measured. One request at a time per connection; answers must have a Content-Length.
 */
export class ThinClient {
  readonly #idle: Line[] = [];
  readonly #waiting: ((line: Line) => void)[] = [];
  #lines = 0;
  readonly #head: string;

  constructor(private readonly url: URL) {
    this.#head =
      `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n';
  }

  /** @returns the status. @throws Error when the connection breaks */
  async post(body: string, headers: string): Promise<number> {
    const line = await this.#line();
    const status = await line.send(
      `${this.#head}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const next = this.#waiting.shift();
    if (next) next(line);
    else this.#idle.push(line);
    return status;
  }

  /** Call once every answer has arrived. */
  close(): void {
    for (const line of this.#idle) line.close();
  }

  #line(): Line | Promise<Line> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#lines >= MAX_LINES) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#lines += 1;
    return new Line(this.url);
  }
}

class Line {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  constructor({ hostname, port }: URL) {
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#receive(String(text)));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('the connection was closed')));
  }

  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) return this.#settle?.reject(new Error('an answer without Content-Length'));
    if (this.#received.length < end + 4 + Number(length)) return;
    const status = Number(this.#received.slice(9, 12));
    this.#received = '';
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(status);
  }
}
