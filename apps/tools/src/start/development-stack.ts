import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate, type MigrateOptions, MigrationRefused, OlderDatabase } from '@app/database';
import { findCommand, assertPortFree, isPortFree, LocalServiceError } from '@app/local-services';
import { listAddresses, apps, commandSettings } from './apps.js';
import type { StartConfig } from './config.js';
import { publishSettings } from './local-settings.js';
import { demoFacts, demoTable, partnerOptions } from './demo-facts.js';
import { DemoMedia } from './demo-media/demo-media.js';
import { loadDemo } from './load-demo.js';
import { MailCatcher } from './mail-catcher/mail-catcher.js';
import { stackSecrets } from './secrets.js';
import { startServices } from './services.js';
import { type Program, Supervisor } from './supervisor.js';
import { Terminal } from './terminal.js';

const READY_TIMEOUT_MS = 60_000;

/** Everything on this machine: Postgres and Redis, the three servers, a mail catcher, the demo data. */
export class DevelopmentStack {
  readonly #terminal = new Terminal();
  readonly #folder: string;
  /** Functions that undo each step, called last first. */
  readonly #undo: (() => Promise<void> | void)[] = [];
  #stopping: Promise<void> | undefined;
  readonly #supervisor = new Supervisor({ log: this.#terminal.log });

  constructor(
    private readonly config: StartConfig,
    private readonly root: string,
  ) {
    this.#folder = resolve(root, config.dataDir);
  }

  /**
   * Starts everything and prints the table.
   * @throws LocalServiceError with a sentence for the user; everything that has started is stopped
   */
  async start(): Promise<void> {
    const started = performance.now();
    try {
      await this.#claim();
      await this.#assertPortsFree();
      const secrets = stackSecrets(join(this.#folder, 'secrets.json'));
      this.#say('starting Postgres and Redis');
      const services = await startServices(this.config, secrets, this.#folder, (line) => this.#say(line));
      this.#undo.push(() => services.stop());
      void services.broken.then((sentence) => this.#breakDown(sentence));
      await this.#migrate(services.databaseUrl, secrets.roles);
      await this.#startMailCatcher();
      await this.#startMedia();
      this.#undo.push(() => this.#supervisor.stop());
      await this.#startPartner();
      await loadDemo(services, listAddresses(this.config), this.root, (line) => this.#say(line));
      const programs = apps(this.config, secrets, services, this.root);
      const [first, ...otherPrograms] = programs; // the others fetch keys from the authorization server
      for (const group of [[first], otherPrograms])
        await this.#startAll(group.filter((one) => one !== undefined));
      this.#undo.push(publishSettings(this.#folder, commandSettings(this.config, secrets, services)));
      this.#printReady((performance.now() - started) / 1000);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops everything in order: the servers first, then the databases. */
  stop(): Promise<void> {
    this.#stopping ??= this.#undoAll();
    return this.#stopping;
  }

  /** Ends the servers immediately; Postgres and Redis end with this process. */
  kill(): void {
    this.#supervisor.kill();
  }

  async #undoAll(): Promise<void> {
    for (const step of this.#undo.reverse()) await step();
  }

  /** Only one stack may run in a folder. */
  async #claim(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const file = join(this.#folder, 'start.pid');
    const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (other > 0 && other !== process.pid && /main\.js start\b/.test(findCommand(other) ?? '')) {
      throw new LocalServiceError(
        `npm start already runs here (process ${other}): end it with Ctrl-C or npm run reset.`,
      );
    }
    writeFileSync(file, String(process.pid));
    this.#undo.push(() => rmSync(file, { force: true }));
  }

  async #assertPortsFree(): Promise<void> {
    const { redis: _r, postgres: _p, partner: _o, listen: _l, ...ours } = this.config.ports;
    for (const port of Object.values(ours)) {
      await assertPortFree(port, this.config.host);
    }
  }

  async #migrate(url: string, passwords: MigrateOptions['passwords']): Promise<void> {
    try {
      const steps = await migrate({ url, passwords, rolePrefix: this.config.rolePrefix });
      if (steps.length > 0) this.#say(`migrated the database (${steps.length} steps)`);
    } catch (error) {
      if (!(error instanceof MigrationRefused)) throw error;
      throw new LocalServiceError(
        this.config.databaseUrl || !(error instanceof OlderDatabase)
          ? error.message
          : `The database in ${this.#folder} was created by a version that this one cannot upgrade: npm run reset creates a new one.`,
      );
    }
  }

  async #startMailCatcher(): Promise<void> {
    const { mails, smtp } = this.config.ports;
    const folder = join(this.#folder, 'mails');
    const catcher = new MailCatcher({ host: this.config.host, httpPort: mails, smtpPort: smtp, folder });
    await catcher.start();
    this.#undo.push(() => catcher.stop());
  }

  async #startMedia(): Promise<void> {
    const media = new DemoMedia(this.config.host, this.config.ports.media);
    await media.start();
    this.#undo.push(() => media.stop());
  }

  /** If a partner's own application uses this port, ours is not started. */
  async #startPartner(): Promise<void> {
    const { host, ports } = this.config;
    if (!(await isPortFree(ports.partner, host)))
      return this.#say(
        `port ${ports.partner} is taken (on macOS perhaps by AirPlay Receiver): no demo partner`,
      );
    const options = { host, port: ports.partner, ...partnerOptions(listAddresses(this.config)) };
    this.#supervisor.start({
      name: 'demo-partner',
      script: join(this.root, 'dist', 'apps', 'demo-partner', 'src', 'main.js'),
      args: [JSON.stringify(options)],
      env: { PATH: process.env['PATH'] ?? '' },
    });
  }

  /** Starts programs and waits until they are ready. */
  async #startAll(programs: Program[]): Promise<void> {
    for (const program of programs) this.#supervisor.start(program);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    for (const { name, env } of programs) {
      while (!this.#stopping && !(await isReady(Number(env['PORT'])))) {
        const isHopeless = this.#supervisor.countEndings(name) >= 3 || Date.now() > deadline;
        if (isHopeless) throw new LocalServiceError(`${name} does not get ready; its lines above say why.`);
        await pause(100);
      }
    }
  }

  #printReady(seconds: number): void {
    if (this.#stopping) return;
    const addresses = listAddresses(this.config);
    writeFileSync(join(this.#folder, 'demo.json'), `${JSON.stringify(demoFacts(addresses), null, 2)}\n`);
    this.#terminal.print(demoTable(addresses, seconds));
  }

  #breakDown(sentence: string): void {
    if (this.#stopping) return;
    this.#say(sentence);
    process.exitCode = 1;
    void this.stop().finally(() => process.exit());
  }

  #say(line: string): void {
    this.#terminal.say(line);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(2_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}
