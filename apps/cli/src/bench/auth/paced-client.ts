import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { Paced, PacedResult } from './paced-load.js';

/**
 * A program: posts one form at even intervals, whether or not earlier answers have come, and prints its figures. A
 * time runs from the moment the request was due, so that a late one cannot hide (coordinated omission).
 */
const load = JSON.parse(process.argv[2] ?? '') as Paced;
if (load.isElsewhere) setPriority(10);
const { origin, pathname } = new URL(load.url);
const pool = new Pool(origin, { connections: 200 });
const warmUps = load.rate * (load.warmUpSeconds ?? 0);
const times: number[] = [];
const statuses: Record<string, number> = {};

async function send(number: number, due: number): Promise<void> {
  const name = number + (load.firstNumber ?? 0);
  const filled = (text: string): string =>
    text
      .replaceAll('{number}', String(name))
      .replaceAll('{client}', String(name % (load.clients ?? 1)))
      .replaceAll('{address}', `10.${(name >> 8) & 255}.${name & 255}.1`); // one network each
  const form = new URLSearchParams();
  for (const [field, value] of Object.entries(load.form)) form.append(field, filled(value));
  const { statusCode, body } = await pool.request({
    path: pathname,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(load.from === undefined ? {} : { 'x-forwarded-for': filled(load.from) }),
    },
    body: form.toString(),
  });
  await body.dump();
  if (number >= warmUps) times.push(Math.round((performance.now() - due) * 100) / 100);
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
}

async function main(): Promise<void> {
  const total = warmUps + load.rate * load.seconds;
  const answers: Promise<void>[] = [];
  const begin = performance.now();
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      for (
        let due = begin + (answers.length * 1000) / load.rate;
        answers.length < total && due <= performance.now();
        due = begin + (answers.length * 1000) / load.rate
      ) {
        answers.push(send(answers.length, due));
      }
      if (answers.length < total) setTimeout(tick, 1);
      else resolve();
    };
    tick();
  });
  await Promise.all(answers);
  await pool.close();
  process.stdout.write(JSON.stringify({ times, statuses } satisfies PacedResult));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
