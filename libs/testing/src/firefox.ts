import { temporaryFolder } from './temporary-folder.js';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { WAIT_TIMEOUT_MS } from './wait-timeout.js';
import { programOnPath } from './tools.js';

interface Message {
  id?: number;
  method?: string;
  params?: { request?: { url: string }; url?: string };
  result?: unknown;
  error?: string;
  message?: string;
}

/** Private schemes that are opened by a program which records the URL. */
const SCHEMES = ['com.example.app', 'vscode'];

/** A headless Firefox with one page, driven by WebDriver BiDi, for tests in `describeWith('firefox', ...)`. */
export class Firefox {
  readonly #requested: string[] = [];
  readonly #pending = new Map<number, (message: Message) => void>();
  #last = 0;
  #context = '';

  private constructor(
    private readonly program: ChildProcess,
    private readonly socket: WebSocket,
    private readonly profile: string,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id !== undefined) this.#pending.get(message.id)?.(message);
      const url = message.params?.request?.url ?? message.params?.url;
      if (url !== undefined) this.#requested.push(url);
    });
  }

  /** URLs that the page has requested or navigated to, and URLs of private schemes that were opened. */
  get requested(): string[] {
    return [...this.#requested, ...readLines(openedIn(this.profile))];
  }

  /** Goes to an empty page, and deletes all cookies and the {@link requested} URLs. */
  async reset(): Promise<void> {
    await this.goto('about:blank');
    await this.#send('storage.deleteCookies', {});
    this.forget();
  }

  /** Deletes the {@link requested} URLs. */
  forget(): void {
    this.#requested.length = 0;
    rmSync(openedIn(this.profile), { force: true });
  }

  /**
   * A new browser with an empty profile that trusts any certificate.
   * @param javaScriptEnabled for the pages; commands of the driver run in any case
   * @throws Error when it does not start within {@link WAIT_TIMEOUT_MS}
   */
  static async start(javaScriptEnabled: boolean): Promise<Firefox> {
    const profile = temporaryFolder();
    const preferences = {
      'javascript.enabled': javaScriptEnabled,
      'network.http.http3.enable': false,
      'security.external_protocol_requires_permission': false,
      ...Object.fromEntries(SCHEMES.map((scheme) => [`network.protocol-handler.external.${scheme}`, true])),
      ...Object.fromEntries(SCHEMES.map((scheme) => [`network.protocol-handler.expose.${scheme}`, false])),
    };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`);
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    openSchemes(profile);
    const program = spawn(
      programOnPath('firefox')!,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const socket = new WebSocket(`${await readAddress(program)}/session`);
    await once(socket as unknown as EventTarget, 'open');
    const firefox = new Firefox(program, socket, profile);
    const alwaysMatch = { acceptInsecureCerts: true };
    await firefox.#send('session.new', { capabilities: { alwaysMatch } });
    await firefox.#send('session.subscribe', {
      events: [
        'network.beforeRequestSent',
        'browsingContext.navigationStarted',
        'browsingContext.navigationFailed',
      ],
    });
    const tree = (await firefox.#send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    firefox.#context = tree.contexts[0]!.context;
    return firefox;
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Clicks the element of the selector. */
  async click(selector: string): Promise<void> {
    const [element] = await this.#find(selector);
    if (element === undefined) throw new Error(`nothing on the page is ${selector}`);
    const origin = { type: 'element', element: { sharedId: element } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const pointer = { type: 'pointer', id: 'mouse', actions };
    await this.#send('input.performActions', { context: this.#context, actions: [pointer] });
  }

  /** Types into the field of the selector. */
  async fill(selector: string, text: string): Promise<void> {
    await this.click(selector);
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    const keys = { type: 'key', id: 'keyboard', actions };
    await this.#send('input.performActions', { context: this.#context, actions: [keys] });
  }

  /** Number of elements that match the selector. */
  async count(selector: string): Promise<number> {
    return (await this.#find(selector)).length;
  }

  /** Ids of the elements that match the selector. */
  async #find(selector: string): Promise<string[]> {
    const locator = { type: 'css', value: selector };
    const located = (await this.#send('browsingContext.locateNodes', {
      context: this.#context,
      locator,
    })) as { nodes: { sharedId: string }[] };
    return located.nodes.map(({ sharedId }) => sharedId);
  }

  /** The URL of the page. */
  async url(): Promise<string> {
    const { contexts } = (await this.#send('browsingContext.getTree', { root: this.#context })) as {
      contexts: { url: string }[];
    };
    return contexts[0]!.url;
  }

  async stop(): Promise<void> {
    const ended = once(this.program, 'exit');
    this.socket.close();
    this.program.kill();
    await ended;
  }

  async #send(method: string, params: object): Promise<unknown> {
    const id = (this.#last += 1);
    const answer = new Promise<Message>((resolve) => this.#pending.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    this.#pending.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  }
}

/** Firefox writes the address of its BiDi server to standard error. */
async function readAddress(program: ChildProcess): Promise<string> {
  const lines = createInterface({ input: program.stderr! });
  const timer = setTimeout(() => program.kill(), WAIT_TIMEOUT_MS);
  try {
    for await (const line of lines) {
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
      if (address !== undefined) return address;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('Firefox did not start');
}

const openedIn = (profile: string): string => join(profile, 'opened');
const readLines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

/** Configures the programs for the schemes, as if the user had chosen them permanently. */
function openSchemes(profile: string): void {
  const path = join(profile, 'note');
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${openedIn(profile)}'\n`, { mode: 0o755 });
  const useProgram = { action: 2, handlers: [{ name: 'note', path }] };
  const schemes = Object.fromEntries(SCHEMES.map((scheme) => [scheme, useProgram]));
  writeFileSync(
    join(profile, 'handlers.json'),
    JSON.stringify({ defaultHandlersVersion: {}, mimeTypes: {}, schemes }),
  );
}
