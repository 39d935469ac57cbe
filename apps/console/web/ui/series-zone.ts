/** A period of a series, in Unix seconds. */
interface SeriesPeriod {
  from: number;
  to: number;
}

/** Where days of a series begin: the browser's zone, or UTC where that is not whole hours away, as in India. */
export function seriesZone({ from, to }: SeriesPeriod): string {
  const isWhole = [from, to].every((seconds) => new Date(seconds * 1_000).getTimezoneOffset() % 60 === 0);
  return isWhole ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
}
