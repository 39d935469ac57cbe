import { BadRequest, percentDecoded } from '@app/kernel';
import { isUtf8 } from 'node:buffer';

/** Limits of a query or a form. */
export interface PairLimits {
  pairs: number;
  /** Values of one name: `a=`, `a[]=`, `a[0]=`. */
  list: number;
  /** Pairs whose name nests: `a[b]=`, `a[0][b]=`. */
  nested: number;
}

/** Maximum characters of a name in messages. */
const MAX_NAME_LENGTH = 200;
/** Maximum number of brackets in a name; a deeper one is an ordinary, and so unknown, name. */
const MAX_DEPTH = 6;
const wellFormed = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const isIndex = (segment: string): boolean => /^\d{0,9}$/.test(segment);
/** Names that all readers of queries and bodies ignore, because they would change what an object inherits. */
export const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Decodes a text; a stray `%` is unchanged.
 * @throws BadRequest naming the parameter when its bytes are not UTF-8
 */
function decode(text: string, name = text): string {
  const plain = text.replaceAll('+', ' ');
  const decoded = percentDecoded(plain);
  if (decoded !== undefined) return decoded;
  for (const [run] of plain.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')))
      throw BadRequest.field(name.slice(0, MAX_NAME_LENGTH) || 'body', 'is not UTF-8');
  }
  return plain;
}

/**
 * The pairs of an urlencoded text, decoded and in order, up to one over the limit.
 * @throws BadRequest when they are not UTF-8
 */
export function* urlencodedPairs(text: string): Generator<[name: string, value: string]> {
  for (let start = 0; start < text.length;) {
    const separatorAt = text.indexOf('&', start);
    const end = separatorAt < 0 ? text.length : separatorAt;
    const pair = text.slice(start, end);
    start = end + 1;
    if (pair === '') continue;
    const bracket = pair.indexOf(']='); // a name may contain an equals sign inside its brackets
    const equalsAt = bracket < 0 ? pair.indexOf('=') : bracket + 1;
    yield equalsAt < 0
      ? [decode(pair), '']
      : [decode(pair.slice(0, equalsAt)), decode(pair.slice(equalsAt + 1), pair.slice(0, equalsAt))];
  }
}

/** The values of one name, or of one part of a name. */
class Branch {
  readonly values: string[] = [];
  isList = false;
  children: Map<string, Branch> | undefined;

  child(name: string): Branch {
    this.children ??= new Map();
    let child = this.children.get(name);
    if (!child) this.children.set(name, (child = new Branch()));
    return child;
  }

  get size(): number {
    return this.values.length + (this.children?.size ?? 0);
  }

  read(): unknown {
    const { children, values } = this;
    if (!children) return this.isList || values.length > 1 ? values : values[0];
    const names = [...children.keys()];
    if (!names.every(isIndex)) {
      const object = toObject(children);
      return values.length === 0 ? object : [...values, object];
    }
    const inOrder = names.sort((a, b) => Number(a) - Number(b)).map((name) => children.get(name)!);
    return [...values, ...inOrder.flatMap((one) => (one.children ? [one.read()] : one.values))];
  }
}

const toObject = (branches: ReadonlyMap<string, Branch>): Record<string, unknown> =>
  Object.fromEntries([...branches].map(([name, branch]) => [name, branch.read()]));

/** The parts of `a[b][0]`; a name with unbalanced brackets is one part. */
function splitName(name: string): string[] {
  if (!name.includes('[')) return [name];
  const [, first, brackets] = wellFormed.exec(name) ?? [];
  if (first === undefined || brackets === undefined) return [name];
  const parts = brackets.slice(1, -1).split('][');
  return parts.length > MAX_DEPTH ? [name] : [first, ...parts];
}

/**
 * Combines pairs, in the notation of PHP and other libraries, into one object. `a=1` is a string; `a=1&a=2`, `a[]=1`
 * and `a[0]=1` are lists, which indices order and never make sparse; `a[b]=1` and `a[0][b]=1` nest. Takes linear time
 * for all names: general-purpose parsers copy a list for each of its elements.
 * @throws BadRequest naming the parameter when `limits` are exceeded
 */
export function readPairs(
  pairs: Iterable<readonly [name: string, value: string]>,
  limits: PairLimits,
): Record<string, unknown> {
  const root = new Branch();
  let count = 0;
  let nested = 0;
  for (const [name, value] of pairs) {
    if ((count += 1) > limits.pairs) throw tooMany('', `more than ${limits.pairs} parameters`);
    const parts = splitName(name);
    if (parts.some((part) => prototypeNames.has(part))) continue;
    const [first, ...rest] = parts as [string, ...string[]];
    const isPlain = rest.length === 0 || (rest.length === 1 && isIndex(rest[0]!));
    if (!isPlain && (nested += 1) > limits.nested) {
      throw tooMany(first, `more than ${limits.nested} nested names`);
    }
    let branch = root.child(first);
    for (const part of rest.at(-1) === '' ? rest.slice(0, -1) : rest) branch = branch.child(part);
    if (rest.at(-1) === '') branch.isList = true;
    branch.values.push(value);
    if (branch.size > limits.list || root.child(first).size > limits.list) {
      throw tooMany(first, `a list of more than ${limits.list} elements`);
    }
  }
  return root.children ? toObject(root.children) : {};
}

function tooMany(name: string, what: string): BadRequest {
  const path = name.slice(0, 100);
  const message = `The request contains ${what}.`;
  return path === ''
    ? new BadRequest('too_many_parameters', message)
    : BadRequest.field(path, message, 'too_many_values');
}
