import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Answers, LoadOptions } from './load-options.js';

/** Milliseconds after which a request counts as unanswered. */
const WAIT_TIMEOUT_MS = 35_000;
/** Milliseconds between two looks whether a connection still takes requests. */
const ASK_AGAIN_MS = 1_000;
/** Bytes of `HTTP/1.1 200`. */
const STATUS_LENGTH = 12;
/** Longer than anything is measured. */
const MAX_PAUSE_MS = 3_600_000;

export interface Question {
  method?: 'GET' | 'POST' | 'PATCH';
  /** With its origin. */
  url: string;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Its name among the answers; by default only its status is counted. */
  name?: string;
}

type Get = Pick<Question, 'url' | 'token'>;

/** Sends the requests of a behaviour for some seconds, and notes what became of them. */
export class Crowd {
  readonly answers: Answers = { statuses: {}, slowestMs: 0, wronglyRefused: 0 };
  readonly #agent = new Agent({ headersTimeout: WAIT_TIMEOUT_MS, bodyTimeout: WAIT_TIMEOUT_MS });
  readonly #sockets = new Set<Socket>();
  readonly #end = new AbortController();

  constructor(
    readonly options: LoadOptions,
    seconds: number,
  ) {
    void this.rest(seconds * 1_000).then(() => this.#end.abort());
  }

  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** Waits so long, or until the end. */
  async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  untilOver(): Promise<void> {
    return this.rest(MAX_PAUSE_MS);
  }

  /** Runs `count` loops concurrently, each repeating the work until the end. */
  async each(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
    const loop = async (index: number) => {
      while (!this.isOver) await work(index);
    };
    await Promise.all(Array.from({ length: count }, (_, index) => loop(index)));
  }

  /** Begins work so many times a second, whether or not earlier work has ended. */
  async perSecond(rate: number, work: (index: number) => Promise<unknown>): Promise<void> {
    const all: Promise<unknown>[] = [];
    for (const begin = performance.now(); !this.isOver; await pause(5)) {
      while (all.length < ((performance.now() - begin) * rate) / 1_000) all.push(work(all.length));
    }
    await Promise.all(all);
  }

  /** Reads the whole answer. @returns undefined when there was none */
  async send(question: Question): Promise<{ status: number; text: string; cookies: string[] } | undefined> {
    const { method = 'GET', url, token, json, form, headers, name } = question;
    const begin = performance.now();
    try {
      const answer = await request(url, {
        method,
        dispatcher: this.#agent,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        body:
          json === undefined ? (form ? new URLSearchParams(form).toString() : null) : JSON.stringify(json),
      });
      const text = await answer.body.text();
      this.#record(`${name ? `${name} ` : ''}${answer.statusCode}`, begin);
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      return { status: answer.statusCode, text, cookies };
    } catch {
      this.#record('failed', begin);
      await pause(50);
      return undefined;
    }
  }

  /**
   * Opens connections that pipeline requests and never read the answers; closed ones are reopened.
   * @throws Error if a normal request for the same URL fails
   */
  async neverRead(connections: number, question: Get, pipelined = 1): Promise<void> {
    const answer = await this.send(question);
    if (answer?.status !== 200) throw new Error(`${question.url} answered ${answer?.status}`);
    const text = formatRequest(question);
    await this.each(connections, async () => {
      const socket = this.#open(question.url);
      socket.pause();
      socket.write(text.repeat(pipelined));
      // a socket that is not read learns by writing that it was cut off
      while (!this.isOver && !socket.destroyed) {
        await this.rest(ASK_AGAIN_MS);
        if (!socket.destroyed) socket.write(text);
      }
      socket.destroy();
    });
  }

  /** Connections that read the status of their answer and then one byte a second. */
  async readSlowly(connections: number, question: Get): Promise<void> {
    const text = formatRequest(question);
    await this.each(connections, async () => {
      const begin = performance.now();
      const socket = this.#open(question.url);
      socket.write(text);
      const ended = once(socket, 'close');
      await Promise.race([once(socket, 'readable').catch(() => undefined), ended, this.untilOver()]);
      this.#record(parseStatus(socket.read(STATUS_LENGTH) as Buffer | null), begin);
      while (!this.isOver && !socket.destroyed) {
        await this.rest(1_000);
        socket.read(1);
      }
      socket.destroy();
    });
  }

  /** Connections that were answered once and stay open, a hundred more at a time. */
  async stayIdle(connections: number, url: string): Promise<void> {
    const text = formatRequest({ url });
    for (let opened = 0; opened < connections && !this.isOver; opened += 100) {
      const answered = Array.from({ length: 100 }, async () => {
        const begin = performance.now();
        const socket = this.#open(url);
        socket.write(text);
        const { promise, resolve } = Promise.withResolvers<Buffer | null>();
        socket.once('data', resolve).once('close', () => resolve(null));
        this.#record(parseStatus(await promise), begin);
      });
      await Promise.race([Promise.all(answered), this.untilOver()]);
    }
    await this.untilOver();
  }

  async close(): Promise<void> {
    this.#end.abort();
    for (const socket of this.#sockets) socket.destroy();
    await this.#agent.destroy();
  }

  #record(status: string, begin: number): void {
    const { statuses } = this.answers;
    statuses[status] = (statuses[status] ?? 0) + 1;
    this.answers.slowestMs = Math.max(this.answers.slowestMs, performance.now() - begin);
  }

  #open(url: string): Socket {
    const { hostname, port } = new URL(url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

const parseStatus = (bytes: Buffer | null): string => bytes?.toString('latin1', 9, STATUS_LENGTH) ?? 'failed';

function formatRequest({ url, token }: Get): string {
  const { host, pathname, search } = new URL(url);
  const authorization = token ? `authorization: Bearer ${token}\r\n` : '';
  return `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${authorization}\r\n`;
}
