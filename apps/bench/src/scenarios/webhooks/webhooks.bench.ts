import type { Bench } from '../../bench.js';
import { withBenchStack } from '../../bench-stack.js';
import { DeliveryLab } from './delivery-lab.js';
import { rate } from './delivery-rate.js';

/** Allows all deliveries to one portal and one host. */
const SETTINGS = { WEBHOOK_PORTAL_RATE: '10000', WEBHOOK_HOST_CONCURRENCY: '1000', DATABASE_POOL_SIZE: '12' };

/** Throughput compared with a bare BullMQ worker. */
export const webhooks: Bench = {
  name: 'webhooks',
  description: 'deliveries a second, compared with a bare BullMQ worker',
  measuredBy: [
    'One worker, with the flags of the image, and the bare worker deliver 10,000 times to 20 endpoints, in five rounds in turn.',
    'The bare worker is BullMQ with the limits that V8 sets itself; it stores no outcome.',
    '[neighbours](#neighbours) measures other webhooks under the load of slow endpoints. [ADR 12](adr/0012-webhook-delivery.md) says how deliveries are kept apart.',
  ],
  run: (print) =>
    withBenchStack(async (stack) => {
      const lab = await DeliveryLab.open(stack);
      try {
        return await rate(lab, print);
      } finally {
        await lab.close();
      }
    }, SETTINGS),
};
