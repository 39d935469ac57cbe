import { once } from 'node:events';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate, type SelfsignedOptions } from 'selfsigned';
import { destinationPolicy } from '@app/destinations';
import { DeliveryClient, type DeliveryClientOptions } from './delivery-client.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  return (server.address() as AddressInfo).port;
}

const serve = async ({ private: key, cert }: { private: string; cert: string }) =>
  `https://localhost:${await listen(createHttps({ key, cert }, (_request, answer) => answer.end('tls')))}/`;

const post = (url: string, options: Pick<DeliveryClientOptions, 'tls'> = {}) => {
  const policy = destinationPolicy({ allowedHosts: ['localhost', '127.0.0.1'] });
  const client = new DeliveryClient({ policy, ...options });
  closing.push(() => client.close());
  return client.post({ url, headers: {}, body: Buffer.from('{}') });
};

const altNames = [{ type: 2 as const, value: 'localhost' }];
const generateCertificate = (options: SelfsignedOptions = {}) =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
    ...options,
  });

describe('a delivery over TLS', () => {
  it('is sent if the certificate is valid', async () => {
    const pems = await generateCertificate();
    const answer = await post(await serve(pems), { tls: { ca: pems.cert } });
    expect(answer).toMatchObject({ status: 200, errorReason: null });
  });

  it('fails with self_signed', async () => {
    const answer = await post(await serve(await generateCertificate()));
    expect(answer).toMatchObject({ status: null, error: 'tls_failed', errorReason: 'self_signed' });
  });

  it('fails with host_mismatch', async () => {
    const pems = await generateCertificate();
    const url = (await serve(pems)).replace('localhost', '127.0.0.1');
    const answer = await post(url, { tls: { ca: pems.cert } });
    expect(answer).toMatchObject({ status: null, error: 'tls_failed', errorReason: 'host_mismatch' });
  });

  it('fails with expired', async () => {
    const pems = await generateCertificate({
      notBeforeDate: new Date('2020-01-01'),
      notAfterDate: new Date('2020-02-01'),
    });
    const answer = await post(await serve(pems), { tls: { ca: pems.cert } });
    expect(answer).toMatchObject({ status: null, error: 'tls_failed', errorReason: 'expired' });
  });

  it('fails with incomplete_chain if the certificate of the issuer is missing', async () => {
    const issuer = await generate([{ name: 'commonName', value: 'Issuer' }], {
      extensions: [{ name: 'basicConstraints', cA: true }],
    });
    const pems = await generateCertificate({ ca: { key: issuer.private, cert: issuer.cert } });
    const answer = await post(await serve(pems));
    expect(answer).toMatchObject({ status: null, error: 'tls_failed', errorReason: 'incomplete_chain' });
  });

  it('fails without a reason if the receiver does not speak TLS', async () => {
    const url = `https://localhost:${await listen(createHttp())}/`;
    const answer = await post(url);
    expect(answer).toMatchObject({ status: null, error: 'tls_failed', errorReason: null });
  });
});
