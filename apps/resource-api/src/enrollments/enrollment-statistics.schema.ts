import { listSchema, WireTime } from '@app/contracts';
import { z } from 'zod';

const EnrollmentStatistics = z
  .object({
    time: WireTime.describe('When the hour or the day begins.'),
    created: z.int().describe('Enrollments that were created in this time.'),
    completed: z.int().describe('Enrollments that became completed in this time.'),
  })
  .meta({
    id: 'EnrollmentStatistics',
    example: { time: '2026-01-31T00:00:00+00:00', created: 41, completed: 17 },
  });

/** Counts of changes to a portal's enrollments in each hour, or on each day. */
export const EnrollmentStatisticsPage = listSchema(EnrollmentStatistics, 'EnrollmentStatisticsPage');
export type EnrollmentStatisticsPage = z.output<typeof EnrollmentStatisticsPage>;
