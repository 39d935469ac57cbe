import { createConnection, type Socket } from 'node:net';

/** The most connections kept open. */
const MAX_LINES = 200;

/**
 * Posts forms with as little work as possible, a tenth of what an HTTP library needs: on a small machine the
 * sender must not be what is measured. One request at a time per connection.
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
    const { status } = await line.send(
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

export interface Answer {
  status: number;
  body: string;
}

/** One connection, with one request at a time. */
export class Line {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  constructor({ hostname, port }: URL) {
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#receive(String(text)));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('the connection was closed')));
  }

  /** @param request with its head and body. @throws Error when the connection breaks */
  send(request: string): Promise<Answer> {
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
    const [head, rest] = [this.#received.slice(0, end), this.#received.slice(end + 4)];
    const body = bodyOf(head, rest);
    if (body === undefined) return;
    const answer = { status: Number(head.slice(9, 12)), body };
    this.#received = '';
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(answer);
  }
}

/** Undefined while it is incomplete. */
function bodyOf(head: string, rest: string): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest;
  if (!rest.endsWith('\r\n0\r\n\r\n')) return undefined;
  let body = '';
  for (let at = 0; ;) {
    const line = rest.indexOf('\r\n', at);
    const size = Number.parseInt(rest.slice(at, line), 16);
    if (size === 0) return body;
    body += rest.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}
