/** A period of a series, in Unix seconds. */
interface SeriesPeriod {
  from: number;
  to: number;
}

/** Whether the browser's zone is quarters of an hour from UTC, as in Nepal, so that its days have no statistics. */
const isQuarter = ({ from, to }: SeriesPeriod): boolean =>
  [from, to].some((seconds) => new Date(seconds * 1_000).getTimezoneOffset() % 30 !== 0);

/** The zone in which days of a series begin: the browser's, or UTC instead of one with quarters of an hour. */
export const seriesZone = (period: SeriesPeriod): string =>
  isQuarter(period) ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of an answer's days if it is UTC instead of the browser's zone. @param times when the days begin */
export function replacedZone(times: readonly string[]): 'UTC' | undefined {
  const [from = 0, to = 0] = [times[0], times.at(-1)].map((time) => new Date(time ?? 0).getTime() / 1_000);
  return isQuarter({ from, to }) ? 'UTC' : undefined;
}
