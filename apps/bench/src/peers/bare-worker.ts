import { createHmac } from 'node:crypto';
import { Worker } from 'bullmq';
import { Pool } from 'undici';
import { bullConnection } from '@app/redis';

export interface BareJob {
  eventId: string;
  body: string;
  secret: string;
}

/** The baseline: a BullMQ worker that makes the same posts from its jobs' data, without Postgres. */
const [url, redisUrl, queue] = process.argv.slice(2) as [string, string, string];
const pool = new Pool(new URL(url).origin, { connections: 100 });

const worker = new Worker<BareJob>(
  queue,
  async ({ data }) => {
    const answer = await pool.request({
      path: '/',
      method: 'POST',
      headers: createHeaders(data),
      body: data.body,
    });
    await answer.body.dump();
  },
  { connection: bullConnection({ REDIS_URL: redisUrl, REDIS_PREFIX: 'bare' }, 'worker'), concurrency: 100 },
);
worker.on('error', (error) => process.stderr.write(`${error.message}\n`));

function createHeaders({ eventId, body, secret }: BareJob): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const hmac = (content: string) => createHmac('sha256', secret).update(content);
  return {
    'content-type': 'application/json',
    'user-agent': 'LearningPlatform-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmac(`${eventId}.${timestamp}.${body}`).digest('base64')}`,
    'X-Webhook-Signature': `t=${timestamp},v1=${hmac(`${timestamp}.${body}`).digest('hex')}`,
  };
}
