import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { sentenceOfSystemError } from './system-error.js';

const caught = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

describe('sentenceOfSystemError', () => {
  it('names the file that is missing, or a folder', async () => {
    const missing = await caught(() => readFileSync('/no/such/file.csv'));
    expect(sentenceOfSystemError(missing)).toBe('There is no file /no/such/file.csv.');
  });

  it('names the port that is in use, and the one where nobody answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const second = createServer();
    const failed = once(second, 'error') as Promise<[Error]>;
    second.listen(port, '127.0.0.1');
    expect(sentenceOfSystemError((await failed)[0])).toBe(`Port ${port} is in use by another program.`);
    server.close();
    await once(server, 'close');
    const refused = await caught(() => fetch(`http://localhost:${port}/`));
    expect(sentenceOfSystemError(refused)).toBe(`Nothing answers on port ${port}.`);
  });

  it('says nothing of other errors', () => {
    expect(sentenceOfSystemError(new TypeError('x is not a function'))).toBeUndefined();
    expect(sentenceOfSystemError('text')).toBeUndefined();
  });
});
