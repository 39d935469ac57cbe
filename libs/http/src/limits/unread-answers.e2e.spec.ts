import { Controller, Get } from '@nestjs/common';
import { UnreadConnection } from '@app/testing';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { useHttpApp } from '../../test/use-http-app.js';
import { UnreadAnswers } from './unread-answers.js';

const MIB = 1024 ** 2;
const ANSWER_BYTES = 8 * MIB; // more than the kernel takes for a client that does not read

@Controller()
class Long {
  @Get('long')
  long(): string {
    return 'x'.repeat(ANSWER_BYTES);
  }
}

const silent = pino({ level: 'silent' });

describe('Unread answers', () => {
  const http = useHttpApp(Long, { TRUSTED_PROXIES: ['127.0.0.1'], MAX_UNREAD_BYTES: 4.5 * ANSWER_BYTES });
  const clients: UnreadConnection[] = [];
  afterEach(() => clients.splice(0).forEach((client) => client.end()));

  const open = async (ip: string): Promise<UnreadConnection> => {
    const text = `GET /long HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: ${ip}\r\n\r\n`;
    const client = await UnreadConnection.open(http.url, text);
    clients.push(client);
    // the server is at work on it before the next one asks
    await fetch(`${http.url}/nowhere`);
    return client;
  };

  it('are cut off, beginning with the oldest of the network with most bytes, over the limit', async () => {
    const patient = await open('192.0.2.1');
    const greedy: UnreadConnection[] = [];
    for (let count = 0; count < 6; count += 1) greedy.push(await open('198.51.100.1'));
    await Promise.all(greedy.slice(0, 3).map((client) => client.ended()));
    const answer = await fetch(`${http.url}/long`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect((await answer.text()).length).toBe(ANSWER_BYTES);
    await expect(patient.receive(ANSWER_BYTES)).resolves.toBe(true);
  });
});

describe('UnreadAnswers', () => {
  const request = (ip: string) => {
    const socket = { destroy: jest.fn() };
    return { raw: { socket }, ip, id: 'req_1' } as unknown as FastifyRequest & {
      raw: { socket: typeof socket };
    };
  };

  it('cuts off a client after 10 s and a second for each 32 KiB', () => {
    let nowMs = 0;
    const answers = new UnreadAnswers(64 * MIB, silent, () => nowMs);
    const [small, large] = [request('192.0.2.1'), request('192.0.2.1')];
    answers.add(small, 32 * 1024);
    answers.add(large, MIB);
    const cutAt = (ms: number) => {
      nowMs = ms;
      answers.cutLate();
      return [small, large].map(({ raw }) => raw.socket.destroy.mock.calls.length);
    };
    expect(cutAt(11_000)).toEqual([0, 0]);
    expect(cutAt(11_001)).toEqual([1, 0]);
    expect(cutAt(42_001)).toEqual([1, 1]);
    expect(answers.bytes).toBe(0);
  });

  it('forgets an answer that was read', () => {
    const answers = new UnreadAnswers(64 * MIB, silent);
    const end = answers.add(request('192.0.2.1'), MIB);
    expect(answers.bytes).toBe(MIB);
    end();
    end();
    expect(answers.bytes).toBe(0);
  });
});
