import { performance } from 'node:perf_hooks';
import type { Paced, PacedResult } from './paced-load.js';
import { ThinClient } from '../thin-client.js';

/**
 * Program that posts one form at even intervals, whether or not earlier answers have arrived, and prints its
 * figures. Times run from the moment a request was due, so that a late one cannot hide (coordinated omission).
 */
const load = JSON.parse(process.argv[2] ?? '') as Paced;
const client = new ThinClient(new URL(load.url));
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
  const body = Object.entries(load.form)
    .map(([field, value]) => `${field}=${encodeURIComponent(filled(value))}`)
    .join('&');
  const status = await client.post(body, load.from ? `X-Forwarded-For: ${filled(load.from)}\r\n` : '');
  if (number >= warmUps) times.push(Math.round((performance.now() - due) * 100) / 100);
  statuses[status] = (statuses[status] ?? 0) + 1;
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
  client.close();
  process.stdout.write(JSON.stringify({ times, statuses } satisfies PacedResult));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
