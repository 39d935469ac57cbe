/** A period of a series, in Unix seconds. */
interface SeriesPeriod {
  from: number;
  to: number;
}

/** The zone in which days of a series begin: the browser's, or UTC if its offset is no whole hour, as in India. */
export function seriesZone({ from, to }: SeriesPeriod): string {
  const isWhole = [from, to].every((seconds) => new Date(seconds * 1_000).getTimezoneOffset() % 60 === 0);
  return isWhole ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
}
