import { createServer } from 'node:http';
import { getBehaviour } from './behaviours.js';
import { Crowd } from './crowd.js';
import type { LoadOptions } from './load-options.js';

/** Milliseconds that this process takes to answer a webhook. */
const RECEIVER_DELAY_MS = 9_000;

/**
 * Process that generates the load. Each message from the benchmark is a number of seconds; the reply is the results of
 * the requests. It also receives webhooks, slowly.
 */
const options = JSON.parse(process.argv[2] ?? '') as LoadOptions;
const behaviour = getBehaviour(options.behaviour);

createServer((request, response) => {
  request.resume().on('end', () => setTimeout(() => response.end(), RECEIVER_DELAY_MS));
}).listen(options.receiverPort, '127.0.0.1', () => process.send!('ready'));

process.on('message', (seconds: number) => {
  behave(seconds).catch((error: unknown) => {
    process.stderr.write(`${options.behaviour}: ${String(error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit());

async function behave(seconds: number): Promise<void> {
  const crowd = new Crowd(options, seconds);
  try {
    await behaviour.load(crowd);
  } finally {
    await crowd.close();
  }
  process.send!(crowd.answers);
}
