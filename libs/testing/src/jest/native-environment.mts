import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleMocker } from 'jest-mock';

/** Records everything that a test file may change in the process, so that it can be restored for the next one. */
function rememberProcess(): () => void {
  const env = { ...process.env };
  const globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, getDescriptor(key)]));
  // oxlint-disable-next-line typescript/unbound-method -- it is put back where it was
  const { exit, exitCode } = process;
  const folder = process.cwd();
  const listeners = new Map(process.eventNames().map((event) => [event, process.listeners(event as 'exit')]));
  return () => {
    for (const key of Object.keys(process.env)) if (!(key in env)) delete process.env[key];
    Object.assign(process.env, env);
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!globals.has(key)) Reflect.deleteProperty(globalThis, key);
    }
    for (const [key, descriptor] of globals) {
      if (descriptor.configurable || descriptor.writable) Object.defineProperty(globalThis, key, descriptor);
    }
    Object.assign(process, { exit, exitCode });
    process.chdir(folder);
    for (const event of process.eventNames()) {
      const before = new Set<unknown>(listeners.get(event));
      for (const listener of process.listeners(event as 'exit')) {
        if (!before.has(listener)) process.off(event, listener);
      }
    }
  };
}

const getDescriptor = (key: PropertyKey): PropertyDescriptor =>
  Object.getOwnPropertyDescriptor(globalThis, key) ?? {};

/**
 * A test file's environment is the worker process itself, without a virtual machine around it: packages and our own
 * modules are loaded once per worker. When a file ends, its changes to the process are undone and its temporary files
 * removed.
 */
export default class NativeEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly #restore = rememberProcess();
  /** The name is short because paths of Unix sockets have at most 107 characters. */
  readonly #temporaryFiles = mkdtempSync(join(tmpdir(), 't-'));

  async setup(): Promise<void> {
    chmodSync(this.#temporaryFiles, 0o1777); // as root, Postgres runs as another user
    process.env['TMPDIR'] = this.#temporaryFiles;
  }

  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks();
    this.#restore();
    rmSync(this.#temporaryFiles, { recursive: true, force: true });
  }

  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }
}
