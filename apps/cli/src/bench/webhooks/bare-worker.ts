import { Worker } from 'bullmq';
import { Pool } from 'undici';
import { bullConnection } from '@app/redis';

/** The yardstick: a BullMQ worker that posts what its jobs say, with no Postgres behind it. */
const [url, redisUrl, queue] = process.argv.slice(2) as [string, string, string];
const pool = new Pool(new URL(url).origin, { connections: 100 });

const worker = new Worker<{ body: string }>(
  queue,
  async ({ data }) => {
    const answer = await pool.request({
      path: '/',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: data.body,
    });
    await answer.body.dump();
  },
  { connection: bullConnection({ url: redisUrl, prefix: 'bare' }, 'worker'), concurrency: 100 },
);
worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
