import { dirname, join } from 'node:path';
import { leaveOut } from '@app/kernel';

// BullMQ's other queue, in Postgres, and what reads cron expressions, which no queue here has: 2 MB.
const bullmq = dirname(require.resolve('bullmq'));
leaveOut(join(bullmq, 'postgres', 'index.js'));
leaveOut(require.resolve('cron-parser', { paths: [bullmq] }));
