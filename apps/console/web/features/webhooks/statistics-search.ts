import { dropUndefined, readName, type SearchParams } from '../../ui/search-params.js';

export const periods = ['24h', '7d', '30d', '365d'] as const;
export type Period = (typeof periods)[number];

/** The period of the statistics, as in the URL. */
export interface StatisticsSearch {
  period?: Period;
}

export const readStatisticsSearch = (search: SearchParams): StatisticsSearch =>
  dropUndefined({ period: readName(periods, search['period']) });

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const lengths: Record<Period, number> = {
  '24h': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  '365d': 365 * DAY_SECONDS,
};

/**
 * The series of a period that ends with the current hour; by day if it is longer than a week.
 * @param now Unix seconds
 */
export function toSeries(
  period: Period,
  now: number,
): { from: number; to: number; interval: 'hour' | 'day' } {
  const end = Math.ceil((now + 1) / HOUR_SECONDS) * HOUR_SECONDS;
  return {
    from: end - lengths[period],
    to: end - 1,
    interval: lengths[period] > 7 * DAY_SECONDS ? 'day' : 'hour',
  };
}
