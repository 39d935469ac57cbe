import { listen, readPort } from '@app/local-services';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { createServer, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  service: string;
  /** Where it is from. */
  resource: Record<string, unknown>;
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  /** Trace and span ids. */
  links: { traceId: string; spanId: string }[];
  /** 2: an error. */
  status: number;
}

/** The fields of a message of Protocol Buffers, by number, undecoded. */
type Fields = Map<number, (Buffer | bigint)[]>;

function parseFields(message: Buffer): Fields {
  const fields: Fields = new Map();
  let index = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[index++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (index < message.length) {
    const tag = Number(varint());
    const type = tag & 7;
    let value: Buffer | bigint;
    if (type === 0) value = varint();
    else {
      const length = type === 2 ? Number(varint()) : type === 1 ? 8 : 4;
      value = message.subarray(index, index + length);
      index += length;
    }
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => parseFields(value as Buffer));
const text = (fields: Fields, number: number): string => (fields.get(number)?.[0] ?? '').toString();
const hex = (fields: Fields, number: number): string =>
  ((fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString('hex');

function readAttributes(fields: Fields, number: number): Record<string, unknown> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value = new Map() as Fields] = messages(pair, 2);
      const double = value.get(4)?.[0] as Buffer | undefined;
      const number = value.get(3)?.[0] ?? value.get(2)?.[0];
      const shown = value.has(1)
        ? text(value, 1)
        : double
          ? double.readDoubleLE()
          : Number((number as bigint) ?? 0n);
      return [text(pair, 1), shown];
    }),
  );
}

/** A receiver of traces: OTLP over HTTP in Protocol Buffers. Source: opentelemetry-proto, trace/v1/trace.proto. */
class Collector {
  readonly spans: CollectedSpan[] = [];
  /** The headers of the senders. */
  readonly headers: Record<string, unknown>[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.headers.push(request.headers);
      const body = Buffer.concat(chunks);
      if (request.url === '/v1/traces')
        this.#parse(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
    });
  });

  async start(): Promise<void> {
    await listen(this.#server);
  }

  get url(): string {
    return `http://127.0.0.1:${readPort(this.#server)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** All spans of the trace of the first one that `is` holds for, once `until` holds for them. */
  async trace(
    is: (span: CollectedSpan) => boolean,
    until: (spans: CollectedSpan[]) => boolean,
  ): Promise<CollectedSpan[]> {
    for (const end = performance.now() + WAIT_TIMEOUT_MS; ;) {
      const first = this.spans.find(is);
      const traceSpans = this.spans.filter(({ traceId }) => traceId === first?.traceId);
      if (first && until(traceSpans)) return traceSpans;
      if (performance.now() > end)
        throw new Error(`no such trace: ${JSON.stringify(first ? traceSpans : this.spans.slice(0, 20))}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #parse(body: Buffer): void {
    for (const resourceSpans of messages(parseFields(body), 1)) {
      const [resource = new Map() as Fields] = messages(resourceSpans, 1);
      const attributes = readAttributes(resource, 1);
      const service = String(attributes['service.name']);
      for (const scopeSpans of messages(resourceSpans, 2)) {
        for (const span of messages(scopeSpans, 2)) {
          this.spans.push({
            service,
            resource: attributes,
            traceId: hex(span, 1),
            spanId: hex(span, 2),
            parentId: hex(span, 4),
            name: text(span, 5),
            kind: Number(span.get(6)?.[0] ?? 0n),
            attributes: readAttributes(span, 9),
            links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
            status: Number(messages(span, 15)[0]?.get(3)?.[0] ?? 0n),
          });
        }
      }
    }
  }
}

/** A collector, started before the tests of a file and stopped after them. */
export function useCollector(): Collector {
  const collector = new Collector();
  beforeAll(() => collector.start());
  afterAll(() => collector.stop());
  return collector;
}
