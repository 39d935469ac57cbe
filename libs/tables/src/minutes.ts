import { BadCell } from './bad-cell.js';
import { parseNumber, type DecimalMark } from './numbers.js';

/** Minutes per unit; 0 for days and longer, which do not say how many hours of learning they contain. */
const units: [pattern: RegExp, minutes: number][] = [
  [/^(months?|monate?n?|mois|mes(es)?|w|wks?|weeks?|wochen?|semaines?|semanas?)$/, 0],
  [/^(d|days?|tage?n?|jours?|d[ií]as?)$/, 0],
  [/^(h|hrs?|hours?|std|stunden?|heures?|horas?)$/, 60],
  [/^(m|mins?|minutes?|minuten?|minutos?)$/, 1],
  [/^(s|secs?|seconds?|sekunden?|secondes?|segundos?)$/, 1 / 60],
];

const part = /(\d+(?:[.,]\d+)?)\s*(?:total\s+)?(\p{L}+)\.?/u;
const between = /\s*(?:,|and|und|et|y|&)?\s*/;
const parts = new RegExp(`^${part.source}(?:${between.source}${part.source})*(?:\\s*(\\d{1,2}))?$`, 'u');
const range = /\d\s*\p{L}*\.?\s*(?:-|–|—|to|bis|à)\s*\d/u;

/**
 * Parses a duration in common notations: `90`, `1h 30m`, `1h30`, `1.5 hours`, `1:30`, `1:30:00`, `PT1H30M`, `2 total
 * hours`, `45 Minuten`; in minutes, rounded up.
 * @throws BadCell when it is not a duration, a range, or a number of days or weeks
 */
export function parseMinutes(text: string, decimal?: DecimalMark): number {
  const plainText = text.trim().toLowerCase();
  if (range.test(plainText)) throw new BadCell('is a range: a duration is one number');
  return Math.ceil(Number(readMinutes(plainText, decimal).toFixed(6)));
}

function readMinutes(plainText: string, decimal: DecimalMark | undefined): number {
  if (/^[\d.,'’\s]+$/.test(plainText)) return parseNumber(plainText, decimal);
  const clock = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(plainText);
  if (clock) return parseClock(clock);
  const iso = /^p(?:\d+[ymwd])*(?:t(\d.*))?$/.exec(plainText);
  if (iso && !/^pt/.test(plainText)) throw new BadCell('counts days or weeks, not hours of learning');
  const written = iso?.[1] ?? plainText;
  if (!parts.test(written)) throw new BadCell('is not a duration');
  return addUp(written, decimal);
}

function parseClock([, hours, minutes, seconds]: readonly (string | undefined)[]): number {
  if (seconds === undefined && Number(hours) > 23)
    throw new BadCell('may be hours and minutes, or minutes and seconds');
  return Number(hours) * 60 + Number(minutes) + Number(seconds ?? 0) / 60;
}

function addUp(written: string, decimal: DecimalMark | undefined): number {
  let minutes = 0;
  let previous = Infinity;
  for (const [, amount, unit] of written.matchAll(new RegExp(part, 'gu'))) {
    const factor = units.find(([pattern]) => pattern.test(unit!))?.[1];
    if (factor === 0) throw new BadCell('counts days or weeks, not hours of learning');
    // units must decrease: 1 h 2 h is no duration, and neither is 5 min 1 h
    if (factor === undefined || factor >= previous) throw new BadCell('is not a duration');
    minutes += parseNumber(amount!, decimal) * factor;
    previous = factor;
  }
  const bare = /\p{L}\.?\s*(\d{1,2})$/u.exec(written)?.[1];
  if (bare === undefined) return minutes;
  if (previous !== 60 || Number(bare) > 59) throw new BadCell('is not a duration');
  return minutes + Number(bare);
}
