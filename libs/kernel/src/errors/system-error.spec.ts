import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describeSystemError } from './system-error.js';

const caught = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    return error;
  }
};

describe('describeSystemError', () => {
  it('names the missing file or folder', async () => {
    const missing = await caught(() => readFileSync('/no/such/file.csv'));
    expect(describeSystemError(missing)).toBe('There is no file /no/such/file.csv.');
  });

  it('names the port in use, or the one where nothing is listening', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const second = createServer();
    const failed = once(second, 'error') as Promise<[Error]>;
    second.listen(port, '127.0.0.1');
    expect(describeSystemError((await failed)[0])).toBe(`Port ${port} is in use by another program.`);
    server.close();
    await once(server, 'close');
    const refused = await caught(() => fetch(`http://localhost:${port}/`));
    expect(describeSystemError(refused)).toBe(`Nothing answers on port ${port}.`);
  });

  it('explains why a certificate is not accepted', () => {
    const error = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
    expect(describeSystemError(error)).toBe(
      'The certificate of the server is not accepted: certificate has expired',
    );
  });

  it('returns nothing for other errors', () => {
    expect(describeSystemError(new TypeError('x is not a function'))).toBeUndefined();
    expect(describeSystemError('text')).toBeUndefined();
  });
});
