import type { BodyKind } from '@app/http';
import { RawConnection } from './raw-http.js';
import type { ServerProcess } from './replicas.js';
import { isThorough, triedIn } from './thorough.js';

/** An input in a request, which a caller can fill with any text. */
export interface CostInput {
  name: string;
  /** Bytes of the smallest of three texts; the others are twice and four times as long. */
  bytes: number;
  /** Sends a request with `text` as this input. */
  send: (text: string) => Promise<unknown>;
  /** Units of which texts are built, with `#` for a counter; default: {@link anyUnits}. */
  units?: readonly string[];
  /**
   * Identifies the code that parses it, if that also parses other inputs. The first of these inputs is searched; the
   * others get the most expensive texts found there.
   */
  kind?: string;
}

/** Units that have been expensive for some parser: separators, brackets, escapes, numbers, multi-byte characters. */
const anyUnits: readonly string[] = [
  'a', 'aA1', '0', '9', ' ', 'a ', '\t', ',', 'a,', 'a;', ';q=0.#,', 'a-#,', '.', 'a.', '-', '_', '/', '../',
  '&', 'a&', 'a=1&', 'a[]=1&', 'a[#]=1&', 'a[#][x]=1&', 'a[x#]=1&', 'b#=1&', '[', ']', '[a]', '[[', '{', '}', '{"a":',
  '"', '\\"', "'", '\\', '%', '%4', '%zz', '%25', '%C3%BC', '+', '=', '==', '*', '(', ')', '|', '<', '>', '@', ':',
  '#,', 'e', '1e9', '\u00fc', '\u6f22', '\u0308', '\ud83d\ude00', 'eyJhbGciOiJFUzI1NiJ9.', 'http://a.b/', 'user.read ',
]; // prettier-ignore

/** The costs of one text at its three lengths. */
interface MeasuredText {
  unit: string;
  /** Milliseconds of the server's processors for one request, by length. */
  costs: [number, number, number];
}

/** Milliseconds that a text may cost per KiB, and that any request may cost in addition. */
const costLimits = { perKiB: 1, perRequest: 25 };

/** Milliseconds within which other requests must be answered meanwhile. */
const MAX_DELAY_OF_OTHERS_MS = 250;

/** How often each text is sent; the lowest cost counts, because others include garbage from earlier requests. */
const TRIES = 3;

/** Repeats `unit`, with `#` counting up, until there are `length` bytes. */
function repeated(unit: string, length: number): string {
  if (!unit.includes('#')) return unit.repeat(Math.ceil(length / Buffer.byteLength(unit)));
  const pieces: string[] = [];
  for (let bytes = 0, index = 0; bytes < length; index += 1) {
    const piece = unit.replace('#', String(index));
    pieces.push(piece);
    bytes += Buffer.byteLength(piece);
  }
  return pieces.join('');
}

async function measureCost(server: ServerProcess, { send }: CostInput, text: string): Promise<number> {
  const before = await server.cpuMs();
  await send(text);
  return (await server.cpuMs()) - before;
}

/** The lowest cost of up to `times` attempts; stops at the first that is certainly within the limit. */
async function measureLeastCost(
  server: ServerProcess,
  input: CostInput,
  text: string,
  times: number,
): Promise<number> {
  let least = Infinity;
  for (let index = 0; index < times && least > costLimits.perRequest; index += 1)
    least = Math.min(least, await measureCost(server, input, text));
  return least;
}

/**
 * Sorts these units by the cost of their texts, highest first. One reading of the processor time ends a text and begins
 * the next.
 */
async function dearestFirst(
  server: ServerProcess,
  input: CostInput,
  candidates: readonly string[],
): Promise<string[]> {
  const costs: [string, number][] = [];
  let before = await server.cpuMs();
  for (const unit of candidates) {
    await input.send(repeated(unit, input.bytes));
    const after = await server.cpuMs();
    costs.push([unit, after - before]);
    before = after;
  }
  return costs.sort((a, b) => b[1] - a[1]).map(([unit]) => unit);
}

/**
 * Searches for the units with the most expensive texts for this input: each alone, then the first with the next three.
 * A search that is not thorough tries some of them, alone.
 * @param place the number of the search
 */
async function dearestUnits(server: ServerProcess, input: CostInput, place: number): Promise<string[]> {
  const alone = await dearestFirst(server, input, triedIn(place, input.units ?? anyUnits));
  const [first = 'a'] = alone;
  if (!isThorough) return [first];
  // paired with itself it is the same text
  const pairs = alone.slice(1, 4).flatMap((unit) => [first + unit, unit + first]);
  const paired = await dearestFirst(server, input, pairs);
  return [...new Set([first, ...paired.slice(0, 2)])];
}

/**
 * The costs of these units' texts at three lengths, each the lowest of `times` attempts. If the longest is certainly
 * within the limit, the shorter ones decide nothing and are not sent.
 */
async function measured(
  server: ServerProcess,
  input: CostInput,
  units: readonly string[],
  times: number,
): Promise<MeasuredText[]> {
  const texts: MeasuredText[] = [];
  for (const unit of units) {
    const cost = (length: number) =>
      measureLeastCost(server, input, repeated(unit, input.bytes * length), times);
    const four = await cost(4);
    const isBeyondDoubt = four <= costLimits.perRequest;
    texts.push({ unit, costs: isBeyondDoubt ? [0, 0, four] : [await cost(1), await cost(2), four] });
  }
  return texts;
}

/** Why these texts cost too much: the longest costs more than its size allows, or its growth is more than linear. */
function tooDear(input: CostInput, texts: readonly MeasuredText[]): string[] {
  const { perKiB, perRequest } = costLimits;
  return texts.flatMap(({ unit, costs: [one, two, four] }) => {
    const figures = [one, two, four].map((cost) => cost.toFixed(1)).join(', ');
    const what = `${input.name}: ${JSON.stringify(unit)} at 1, 2, 4 times ${input.bytes} bytes: ${figures} ms`;
    const kib = (4 * input.bytes) / 1024;
    const isDear = four > perRequest + perKiB * kib;
    // neither the base cost of a request nor the resolution of the clock counts as growth; quadratic growth costs
    // sixteen times as much at the fourth length, and garbage makes a linear text half as expensive again
    const grows = four > 6 * one + perRequest && four > 3 * two + perRequest;
    return isDear || grows ? [what] : [];
  });
}

/**
 * Milliseconds until the server answers another request while it works on the text, without those in which it had no
 * processor. The median of five measurements, ended early once the result is certain. One measurement is enough if the
 * text costs a tenth of the allowed delay.
 */
async function measureOtherAnswers(
  server: ServerProcess,
  input: CostInput,
  { unit, costs }: MeasuredText,
): Promise<number> {
  const text = repeated(unit, input.bytes * 4);
  const enough = costs[2] <= costLimits.perRequest ? 1 : 3;
  const times: number[] = [];
  const many = (isWithin: boolean) =>
    times.filter((time) => time <= MAX_DELAY_OF_OTHERS_MS === isWithin).length;
  while (many(true) < enough && many(false) < 3) {
    const before = await server.cpuMs();
    const sent = input.send(text);
    const began = performance.now();
    await fetch(`${server.url}/health/live`).then((answer) => answer.arrayBuffer());
    const waited = performance.now() - began;
    times.push(waited > MAX_DELAY_OF_OTHERS_MS ? Math.min(waited, (await server.cpuMs()) - before) : waited);
    await sent;
  }
  times.sort((a, b) => a - b);
  return many(true) === enough ? times[enough - 1]! : times.at(-3)!;
}

/** Creates a body of each kind from a text; adding a kind without one does not compile. */
export const costlyBodies: Record<
  BodyKind,
  { type: string; write: (text: string) => string; units?: string[] }
> = {
  json: {
    type: 'application/json',
    write: (text) => text,
    units: ['[', '{"a":', '[1,', '{"a#":1,', '"', '1', '-', '1e9', ' ', '\\u0000', '"\\u00', 'null,', '[{},'],
  },
  urlencoded: { type: 'application/x-www-form-urlencoded', write: (text) => text },
  multipart: {
    type: 'multipart/form-data; boundary=b',
    write: (text) => `${text}\r\n--b--\r\n`,
    units: [
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
      '--b\r\nContent-Disposition: form-data; name="a#"\r\n\r\n\r\n',
      '--b\r\nContent-Disposition: form-data; name="a[#]"\r\n\r\n\r\n',
      '--b\r\nContent-Disposition: form-data; name="a[#][x]"\r\n\r\n\r\n',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="#"\r\n\r\n\r\n',
      '--b\r\nX: ',
      '\r\n--',
      '\r\n',
      '\r',
      '-',
      'a',
      'a: b\r\n',
      '%',
      '"',
    ],
  },
};

/** Encodes a text for a URL. Only characters that would end the URL are encoded; all others are left for the parser. */
export const inAddress = (text: string): string =>
  text.replace(/[\s"<>`{}|\\^#\u0080-\uffff]+/gu, (part) => encodeURIComponent(part.toWellFormed()));

/** Sends a request unchanged, with headers that no library would send; resolves when the answer begins. */
export async function sendPlainly(
  server: { url: string },
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<void> {
  const all = {
    host: 'x',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = await RawConnection.open(server.url);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await connection.write(Buffer.concat([head, Buffer.from(body)]));
  await connection.received('HTTP/1.1 ');
  connection.end();
}

/** Makes a text valid in a header. */
export const inHeader = (text: string): string => text.replace(/[\r\n\t]/g, ' ').trim();

/** Searches for inputs that cost one server too much. */
export class CostSearch {
  /** The most expensive units, by the code that parses them. */
  readonly #costs = new Map<string, string[]>();
  #searches = 0;

  constructor(private readonly server: () => ServerProcess) {}

  /**
   * Asserts that the most expensive texts of an input are within the limits. Busy processors are temporarily slower, so
   * only an input that exceeds the limits in every measurement fails.
   * @throws Error naming those that do
   */
  async expectCheap(input: CostInput): Promise<void> {
    for (let look = 1; ; look += 1) {
      const isKnown = look === 1 && input.kind !== undefined && this.#costs.has(input.kind);
      const dear = await this.#beyondLimits(input, isKnown ? 1 : TRIES);
      if (dear.length === 0) return;
      if (look === TRIES) throw new Error(dear.join('\n'));
    }
  }

  /** Describes how an input exceeds the limits, by the lowest of this many attempts. */
  async #beyondLimits(input: CostInput, times: number): Promise<string[]> {
    const server = this.server();
    const units =
      (input.kind && this.#costs.get(input.kind)) || (await dearestUnits(server, input, this.#searches++));
    if (input.kind) this.#costs.set(input.kind, units);
    const texts = await measured(server, input, units, times);
    const dear = tooDear(input, texts);
    const [worst] = texts.toSorted((a, b) => b.costs[2] - a.costs[2]);
    // a text that costs a tenth of the allowed delay cannot delay other requests
    if (!isThorough && worst!.costs[2] <= costLimits.perRequest) return dear;
    const beside = await measureOtherAnswers(server, input, worst!);
    if (beside > MAX_DELAY_OF_OTHERS_MS)
      dear.push(`${input.name}: ${JSON.stringify(worst!.unit)}: others wait ${beside} ms`);
    return dear;
  }
}
