import { createConnection, type Socket } from 'node:net';

export interface ThinAnswer {
  status: number;
  body: string;
}

/** One connection, with one request at a time. */
export class Line {
  readonly #socket: Socket;
  #received = '';
  #settle: { resolve: (answer: ThinAnswer) => void; reject: (error: Error) => void } | undefined;

  constructor({ hostname, port }: URL) {
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => this.#receive(String(text)));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('the connection was closed')));
  }

  /** @param request with its head and body. @throws Error when the connection breaks */
  send(request: string): Promise<ThinAnswer> {
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
    const body = readBody(head, rest);
    if (body === undefined) return;
    const answer = { status: Number(head.slice(9, 12)), body };
    this.#received = '';
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(answer);
  }
}

/** Undefined while it is incomplete. */
function readBody(head: string, rest: string): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest;
  if (!rest.endsWith('\r\n0\r\n\r\n')) return undefined;
  let body = '';
  for (let offset = 0; ;) {
    const line = rest.indexOf('\r\n', offset);
    const size = Number.parseInt(rest.slice(offset, line), 16);
    if (size === 0) return body;
    body += rest.slice(line + 2, line + 2 + size);
    offset = line + 2 + size + 2;
  }
}
