import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, normalize, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { maxEntries } from './max-entries.js';

const MAPS = 20;
/** A call in a stack, as V8 writes it: `at name (file:line:column)` or `at file:line:column`. */
const callOfStack = /^(\s+at (?:.* \()?)(\/\S+\.js):(\d+):(\d+)(\)?)$/;
/** Characters of a line; a longer one is part of a message. */
const MAX_CALL_LENGTH = 1_000;

/**
 * Says in stacks where in the sources a line of compiled code comes from. A map is read when an error is logged. With
 * `--enable-source-maps` Node reads all of them at the start and keeps them: 6 MB of each server.
 */
export class SourcePositions {
  readonly #maps = new LRUCache<string, { map?: SourceMap }>(maxEntries(MAPS));

  /** @param root the folder of compiled files; only below it maps are looked for, next to their files */
  constructor(private readonly root: string) {}

  /** A stack with the positions in the sources; a position without a readable map stays as it is. */
  inStack(stack: string): string {
    return stack
      .split('\n')
      .map((line) => (line.length > MAX_CALL_LENGTH ? line : this.#inCall(line)))
      .join('\n');
  }

  #inCall(call: string): string {
    const [, start = '', file = '', line, column, end = ''] = callOfStack.exec(call) ?? [];
    const entry = this.#findMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    // Node gives the last entry for a line after it
    if (entry === undefined || !('originalLine' in entry) || entry.generatedLine !== Number(line) - 1)
      return call;
    const source = resolve(dirname(file), entry.originalSource);
    return `${start}${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}${end}`;
  }

  #findMap(file: string): SourceMap | undefined {
    // the message of an error, with which its stack begins, may be anybody's text
    if (!file.startsWith(join(this.root, '/')) || normalize(file) !== file) return undefined;
    const map = this.#maps.get(file) ?? read(`${file}.map`);
    this.#maps.set(file, map);
    return map.map;
  }
}

function read(file: string): { map?: SourceMap } {
  try {
    return { map: new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) };
  } catch {
    return {};
  }
}

/** The maps of this program: `dist`, in which apps and libs lie as they do in the project. */
const ownPositions = new SourcePositions(join(__dirname, '../../..'));

/** A stack of this process with the positions in the sources, for logs and people. */
export const readableStack = (stack: string): string => ownPositions.inStack(stack);
