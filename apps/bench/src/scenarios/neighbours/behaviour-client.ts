import { createServer } from 'node:http';
import { getBehaviour } from './behaviours.js';
import { Crowd } from './crowd.js';
import type { Place } from './place.js';

/** Milliseconds that this process takes to answer a webhook. */
const RECEIVER_DELAY_MS = 9_000;

/**
 * Program that behaves badly, as the benchmark `neighbours` tells it by messages: each has a number of seconds, and gets
 * what became of the requests. It also receives webhooks, slowly.
 */
const place = JSON.parse(process.argv[2] ?? '') as Place;
const behaviour = getBehaviour(place.behaviour);

createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.end(), RECEIVER_DELAY_MS));
}).listen(place.receiverPort, '127.0.0.1', () => process.send!('ready'));

process.on('message', (seconds: number) => {
  behave(seconds).catch((error: unknown) => {
    process.stderr.write(`${place.behaviour}: ${String(error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit());

async function behave(seconds: number): Promise<void> {
  const crowd = new Crowd(place, seconds);
  try {
    await behaviour.load(crowd);
  } finally {
    await crowd.close();
  }
  process.send!(crowd.answers);
}
