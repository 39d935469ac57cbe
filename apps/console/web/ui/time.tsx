import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { formatDuration, formatRelative, formatTime, zoneName } from './format.js';

interface TimeProps {
  value: string;
  /** False if a heading contains the zone. */
  withZone?: boolean;
}

/** A time in the browser's zone. */
export function Time({ value, withZone = true }: TimeProps): ReactNode {
  const { locale } = useTexts();
  return (
    <time dateTime={value} title={value}>
      {formatTime(value, locale, withZone)}
    </time>
  );
}

interface RelativeProps {
  value: string;
  /** For a time in the future: displays "now" once it has passed. */
  isComing?: boolean;
}

/** A time relative to now. */
export function RelativeTime({ value, isComing = false }: RelativeProps): ReactNode {
  const { locale } = useTexts();
  return (
    <time dateTime={value} title={formatTime(value, locale, true)}>
      {formatRelative(value, locale, isComing ? Math.min(Date.now(), Date.parse(value)) : Date.now())}
    </time>
  );
}

/** How long something took. */
export function Duration({ ms }: { ms: number }): ReactNode {
  return <span className="number">{formatDuration(ms, useTexts().locale)}</span>;
}

/** The zone of all times on the page, for a heading. */
export const useZone = (): string => zoneName(useTexts().locale);
