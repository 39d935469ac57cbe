import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { WrittenFile } from './compose-file.js';

/**
 * Addresses instead of the names of services: Linux has a whole loopback network. So each service keeps its ports,
 * and a second drill beside this one does too.
 */
export class Addresses {
  readonly #network = `127.${randomInt(64, 250)}.${randomInt(1, 250)}`;
  readonly #names: string[];
  readonly #gateway: string;

  /** @param files of compose, in `folder` */
  constructor(folder: string, files: readonly string[]) {
    const read = files.map(
      (file) => parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as WrittenFile,
    );
    this.#names = [...new Set(read.flatMap(({ services }) => Object.keys(services)))];
    this.#gateway = read[0]!.networks!.default.ipam.config[0]!.gateway;
  }

  of(service: string): string {
    return `${this.#network}.${10 + this.#names.indexOf(service)}`;
  }

  /** The same text with addresses. */
  in(text: string): string {
    const names = new RegExp(`(?<=^|[@/])(${this.#names.join('|')})(?=$|:\\d{4}(?!\\w))`, 'g');
    return text
      .replaceAll(names, (_all, name: string) => this.of(name))
      .replaceAll(this.#gateway.replace(/\d+$/, ''), `${this.#network}.`);
  }
}
