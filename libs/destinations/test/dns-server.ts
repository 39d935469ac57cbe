import { createSocket, Socket } from 'node:dgram';
import { AddressInfo } from 'node:net';
import { Answer, decode, encode, Question } from 'dns-packet';

/** The answer for a name: records, `'silence'` (never), or a function that may answer differently each time. */
export type Zone = Record<string, Records | 'silence' | (() => Records)>;
type Records = { A?: string[]; AAAA?: string[]; CNAME?: string };

/** A DNS server on a free UDP port of the loopback address; an unknown name is NXDOMAIN. */
export class DnsServer {
  readonly queriedNames: string[] = [];
  readonly #socket: Socket = createSocket('udp4');

  private constructor(private readonly zone: Zone) {}

  static async start(zone: Zone): Promise<DnsServer> {
    const server = new DnsServer(zone);
    server.#socket.on('message', (message, client) => {
      const answer = server.#answer(message);
      if (answer) server.#socket.send(answer, client.port, client.address);
    });
    await new Promise<void>((resolve) => server.#socket.bind(0, '127.0.0.1', resolve));
    return server;
  }

  get address(): string {
    const { address, port }: AddressInfo = this.#socket.address();
    return `${address}:${port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #answer(message: Buffer): Buffer | undefined {
    const query = decode(message);
    const question = query.questions?.[0];
    if (!question) return undefined;
    this.queriedNames.push(`${question.type} ${question.name}`);
    const entry = this.zone[question.name.toLowerCase()];
    if (entry === 'silence') return undefined;
    const records = typeof entry === 'function' ? entry() : entry;
    return encode({
      type: 'response',
      id: query.id ?? 0,
      flags: records ? 0 : NXDOMAIN,
      questions: [question],
      answers: records ? answersFor(question, records) : [],
    });
  }
}

const NXDOMAIN = 3;

function answersFor({ name, type }: Question, records: Records): Answer[] {
  const owner = records.CNAME ?? name;
  const alias: Answer[] = records.CNAME ? [{ name, type: 'CNAME', ttl: 0, data: records.CNAME }] : [];
  const addresses = type === 'A' ? records.A : type === 'AAAA' ? records.AAAA : [];
  return [
    ...alias,
    ...(addresses ?? []).map((data): Answer => ({ name: owner, type: type as 'A' | 'AAAA', ttl: 0, data })),
  ];
}
