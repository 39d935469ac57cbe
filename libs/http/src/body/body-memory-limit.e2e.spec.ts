import { Body, Controller, Post } from '@nestjs/common';
import { requestContext } from '@app/database';
import { eventLoopGate } from '@app/kernel';
import { RawConnection } from '@app/testing';
import { useHttpApp } from '../../test/use-http-app.js';

const KIB = 1024;

@Controller()
class Sizes {
  @Post('size')
  size(@Body() { text }: { text: string }): object {
    return { length: text.length, isLarge: requestContext()?.hasLargeBody };
  }
}

describe('Bodies in flight', () => {
  const http = useHttpApp(Sizes, { TRUSTED_PROXIES: ['127.0.0.1'], MAX_BODIES_BYTES: 100 * KIB });
  const connections: RawConnection[] = [];
  afterEach(() => connections.splice(0).forEach((connection) => connection.end()));

  const createBody = (bytes: number) => {
    const frame = JSON.stringify({ text: '' }).length;
    return JSON.stringify({ text: 'x'.repeat(bytes - frame) });
  };
  const post = async (ip: string, bytes: number) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip };
    const answer = await fetch(`${http.url}/size`, { method: 'POST', headers, body: createBody(bytes) });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as { length: number; isLarge: boolean },
    };
  };
  /** Sends the head and half of a body. @returns sends the rest, and settles with the answer */
  const begin = async (ip: string, bytes: number) => {
    const connection = await RawConnection.open(http.url);
    connections.push(connection);
    const body = createBody(bytes);
    const half = bytes / 2;
    const head = `POST /size HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX-Forwarded-For: ${ip}\r\n`;
    await connection.write(
      `${head}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body.slice(0, half)}`,
    );
    await fetch(`${http.url}/nowhere`); // the server has seen it
    return async () => {
      await connection.write(body.slice(half));
      return (await connection.answer()).status;
    };
  };

  it('of one network leave memory for those of another', async () => {
    await begin('192.0.2.1', 60 * KIB);
    expect((await post('198.51.100.1', 30 * KIB)).status).toBe(201);
  });

  it('wait for their bytes, and are refused with 503 server_busy if these are not free in time', async () => {
    await begin('192.0.2.1', 60 * KIB);
    const refused = await post('192.0.2.2', 30 * KIB);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.body).toMatchObject({ error_code: 'server_busy', limit: 'bodies' });
    expect(refused.headers.get('connection')).toBe('close');
  });

  it('are read once those before them have ended', async () => {
    const end = await begin('192.0.2.1', 60 * KIB);
    const next = post('192.0.2.2', 60 * KIB);
    expect(await end()).toBe(201);
    expect((await next).status).toBe(201);
  });

  it('are given up with their connection, as are those that wait', async () => {
    await begin('192.0.2.1', 60 * KIB);
    await begin('192.0.2.2', 60 * KIB);
    for (const connection of connections) connection.end();
    expect((await post('192.0.2.3', 60 * KIB)).status).toBe(201);
  });

  it('are not counted below 16 KiB', async () => {
    await begin('192.0.2.1', 99 * KIB);
    expect((await post('192.0.2.2', 15 * KIB)).status).toBe(201);
  });

  it('are processed one after the other, small ones immediately', async () => {
    const enter = jest.spyOn(eventLoopGate, 'enter');
    await post('192.0.2.1', 20 * KIB);
    await post('192.0.2.1', 10 * KIB);
    expect(enter.mock.calls).toEqual([['network 192.0.2.0']]);
    enter.mockRestore();
  });

  it('make transactions heavy if they are large, whatever their Content-Length says', async () => {
    expect((await post('192.0.2.1', 20 * KIB)).body.isLarge).toBe(true);
    expect((await post('192.0.2.1', 10 * KIB)).body.isLarge).toBe(false);
    const headers = { 'content-type': 'application/json' };
    const body = new Blob([createBody(10 * KIB)]).stream();
    const inChunks = { method: 'POST', headers, body, duplex: 'half' };
    const answer = await fetch(`${http.url}/size`, inChunks);
    expect(await answer.json()).toMatchObject({ isLarge: false });
  });

  it('may exceed the limit if there are no others', async () => {
    const { status, body } = await post('192.0.2.1', 300 * KIB);
    expect([status, body.length]).toEqual([201, 300 * KIB - 11]);
    expect((await post('192.0.2.1', 300 * KIB)).status).toBe(201);
  });
});
