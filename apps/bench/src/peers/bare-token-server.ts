import { sha256, utcDay } from '@app/kernel';
import { SignJWT } from 'jose';
import { generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

// The least that an endpoint can do which commits each token by itself: only node:http, jose and pg; its client is in
// memory, and it checks nothing but the secret.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const secretHash = sha256(process.env['CLIENT_SECRET'] ?? '');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const LIFETIME_SECONDS = 43_200;

async function issue(form: URLSearchParams): Promise<string | undefined> {
  if (!timingSafeEqual(sha256(form.get('client_secret') ?? ''), secretHash)) return undefined;
  const now = new Date();
  const jti = randomBytes(16).toString('base64url');
  const {
    rows: [row],
  } = await pool.query<{ seq: string }>({
    name: 'issue',
    text: `insert into bare.tokens (day, jti, sid, client_id, account_id, portal_id, expires_at)
           values ($1, $2, $3, $4, 1, 1, $5) returning seq`,
    values: [
      utcDay(now),
      jti,
      randomBytes(16).toString('base64url'),
      form.get('client_id'),
      new Date(now.getTime() + LIFETIME_SECONDS * 1000),
    ],
  });
  const iat = Math.floor(now.getTime() / 1000);
  return new SignJWT({ client_id: form.get('client_id'), sub: '1', jti, seq: Number(row!.seq), scope: 'api' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
    .setIssuer('https://bare.example')
    .setAudience('https://api.example')
    .setIssuedAt(iat)
    .setExpirationTime(iat + LIFETIME_SECONDS)
    .sign(privateKey);
}

const table = `
  create schema if not exists bare;
  create table if not exists bare.tokens (
    day date not null, jti text not null, sid text not null, client_id text not null, account_id int, portal_id int,
    seq bigint generated always as identity, expires_at timestamptz not null, primary key (day, jti))`;

void pool.query(table).then(() =>
  createServer((request, response) => {
    if (request.method !== 'POST') return void response.end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      issue(new URLSearchParams(Buffer.concat(chunks).toString())).then(
        (token) => {
          const body = JSON.stringify({
            token_type: 'Bearer',
            expires_in: LIFETIME_SECONDS,
            access_token: token,
          });
          const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
          response.writeHead(token === undefined ? 401 : 200, headers).end(body);
        },
        () => response.writeHead(500).end(),
      );
    });
  }).listen(Number(process.env['PORT']), '127.0.0.1'),
);
