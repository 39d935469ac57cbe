import { claimsExample } from '@app/contracts';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { TokenSigner, joseSignature } from './token-signer.js';

const exportPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const ecKeys = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const rsaKeys = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });

/** A number as DER has it. */
function derNumber(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  const number = short[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short;
  return Buffer.concat([Buffer.from([2, number.length]), number]);
}

function encodeDer(r: Buffer, s: Buffer): Buffer {
  const numbers = Buffer.concat([derNumber(r), derNumber(s)]);
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers]);
}

/** 32 bytes: zeros, then `first`, then bytes that are not zero. */
const number = (zeros: number, first: number): Buffer =>
  Buffer.concat([Buffer.alloc(zeros), Buffer.from([first]), Buffer.alloc(31 - zeros, 0x5a)]);

describe('joseSignature', () => {
  const edges: [string, Buffer][] = [
    ['of full length', number(0, 0x7f)],
    ['of full length, with the zero that keeps it positive', number(0, 0xff)],
    ['one byte shorter', number(1, 0x01)],
    ['one byte shorter, with the zero that keeps it positive', number(1, 0x80)],
    ['two bytes shorter', number(2, 0x33)],
    ['sixteen bytes shorter', number(16, 0x90)],
    ['of one byte', number(31, 0x01)],
    ['of one byte, with the zero that keeps it positive', number(31, 0xfe)],
  ];
  it.each(edges.flatMap(([signature, r]) => edges.map(([and, s]) => [signature, and, r, s] as const)))(
    'writes r %s and s %s in 32 bytes each',
    (_of, _and, r, s) => {
      expect(joseSignature(encodeDer(r, s))).toEqual(Buffer.concat([r, s]));
    },
  );
});

describe('TokenSigner', () => {
  const createSigner = (alg: 'ES256' | 'RS256') => {
    const { privateKey, publicKey: key } = alg === 'ES256' ? ecKeys('P-256') : rsaKeys(2048);
    return { signer: TokenSigner.of(alg, 'the-kid', exportPem(privateKey))!, key };
  };
  const clockAt = { currentDate: new Date((claimsExample.iat + 1) * 1000) };

  it.each(['ES256', 'RS256'] as const)('creates signatures with %s that jose verifies', async (alg) => {
    const { signer, key } = createSigner(alg);
    const { payload, protectedHeader } = await jwtVerify(await signer.sign(claimsExample), key, clockAt);
    expect(protectedHeader).toEqual({ alg, kid: 'the-kid', typ: 'at+jwt' });
    expect(payload).toEqual(claimsExample);
  });

  it('every one of a thousand ES256 signatures is verified by jose, those with short numbers, too', async () => {
    const { signer, key } = createSigner('ES256');
    let short = 0;
    for (let seq = 0; seq < 1_000 || short === 0; seq += 1) {
      const token = await signer.sign({ ...claimsExample, seq });
      const signature = Buffer.from(token.split('.')[2]!, 'base64url');
      expect(signature).toHaveLength(64);
      if (signature[0] === 0 || signature[32] === 0) short += 1;
      expect((await jwtVerify(token, key, clockAt)).payload['seq']).toBe(seq);
    }
  });

  it('names in any script are signed as they are', async () => {
    const { signer, key } = createSigner('ES256');
    const user = { ...claimsExample.user, first_name: 'Zoë 漢字 😀', last_name: '"\\\u2028' };
    const { payload } = await jwtVerify(await signer.sign({ ...claimsExample, user }), key, clockAt);
    expect(payload['user']).toEqual(user);
  });

  it.each<[string, string, () => string]>([
    ['ES256', 'a key of another curve', () => exportPem(ecKeys('P-384').privateKey)],
    ['ES256', 'an RSA key', () => exportPem(rsaKeys(2048).privateKey)],
    ['ES256', 'an Ed25519 key', () => exportPem(generateKeyPairSync('ed25519').privateKey)],
    ['RS256', 'an RSA key that is too short', () => exportPem(rsaKeys(1024).privateKey)],
    ['RS256', 'an EC key', () => exportPem(ecKeys('P-256').privateKey)],
    ['PS256', 'a key for an algorithm that is not ours', () => exportPem(rsaKeys(2048).privateKey)],
    ['ES256', 'no key', () => 'no key'],
    ['ES256', 'an empty text', () => ''],
  ])('for %s there is none with %s', (alg, _, pem) => {
    expect(TokenSigner.of(alg, 'kid', pem())).toBeUndefined();
  });
});
