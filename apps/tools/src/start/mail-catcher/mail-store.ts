import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A caught mail, in the format of `GET /email`. */
export interface CaughtMail {
  id: string;
  from: string;
  /** Addresses, separated by a comma and a blank. */
  to: string;
  subject: string;
  /** Time of arrival, ISO 8601. */
  date: string;
  text: string;
  html: string;
}

const KEPT = 1_000;

/** Caught mails, newest first, in memory and as one file each. */
export class MailStore {
  #mails: CaughtMail[];

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    this.#mails = names
      .sort()
      .reverse()
      .map((name) => this.#read(name));
  }

  all(): readonly CaughtMail[] {
    return this.#mails;
  }

  find(id: string): CaughtMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  add(mail: Omit<CaughtMail, 'id' | 'date'>, now = new Date()): CaughtMail {
    const date = now.toISOString();
    const caught = { id: `${date.replace(/\D/g, '')}-${randomUUID().slice(0, 8)}`, date, ...mail };
    writeFileSync(this.#formatPath(caught), JSON.stringify(caught, null, 2), { mode: 0o600 });
    this.#mails.unshift(caught);
    for (const old of this.#mails.splice(KEPT)) rmSync(this.#formatPath(old), { force: true });
    return caught;
  }

  clear(): void {
    for (const mail of this.#mails) rmSync(this.#formatPath(mail), { force: true });
    this.#mails = [];
  }

  #formatPath({ id }: CaughtMail): string {
    return join(this.folder, `${id}.json`);
  }

  #read(name: string): CaughtMail {
    return JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as CaughtMail;
  }
}
