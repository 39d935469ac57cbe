const units: [pattern: RegExp, minutes: number][] = [
  [/^(w|wks?|weeks?|wochen?|semaines?|semanas?)$/, 7 * 24 * 60],
  [/^(d|days?|tage?|jours?|d[ií]as?)$/, 24 * 60],
  [/^(h|hrs?|hours?|std|stunden?|heures?|horas?)$/, 60],
  [/^(m|mins?|minutes?|minuten?|minutos?)$/, 1],
  [/^(s|secs?|seconds?|sekunden?|secondes?|segundos?)$/, 1 / 60],
];

/**
 * Parses durations as people write them: `90`, `1h 30m`, `1.5 hours`, `1:30`, `2 total hours`, `45 Minuten`; in
 * minutes, rounded up. Undefined when it is not a duration.
 */
export function parseMinutes(text: string): number | undefined {
  const normalized = text
    .trim()
    .toLowerCase()
    .replace(/,(?=\d)/g, '.');
  if (/^\d+(\.\d+)?$/.test(normalized)) return Math.ceil(Number(normalized));
  const clock = /^(\d+):(\d{2})(?::(\d{2}))?$/.exec(normalized);
  if (clock) return Math.ceil(Number(clock[1]) * 60 + Number(clock[2]) + Number(clock[3] ?? 0) / 60);
  const parts = [...normalized.matchAll(/(\d+(?:\.\d+)?)\s*(?:total\s+)?([\p{L}]+)/gu)];
  if (parts.length === 0) return undefined;
  let minutes = 0;
  for (const [, amount, unit] of parts) {
    const factor = units.find(([pattern]) => pattern.test(unit ?? ''))?.[1];
    if (factor === undefined) return undefined;
    minutes += Number(amount) * factor;
  }
  return Math.ceil(minutes - 1e-9);
}
