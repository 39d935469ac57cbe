import { numberFormat } from '../texts/intl-formats.js';
import type { Words } from '../texts/words.js';

const STEP = 1_024;
const units = ['B', 'KiB', 'MiB', 'GiB'];
const frenchUnits = ['o', 'Kio', 'Mio', 'Gio'];

/** `128 KiB`, `1.5 GiB`. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)), units.length - 1);
  const number = numberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / STEP ** step);
  return `${number}\u00a0${(locale.startsWith('fr') ? frenchUnits : units)[step]}`;
}

/** An amount in the unit of its limit. */
export const formatCounted = (limit: string, amount: number, locale: string): string =>
  limit.endsWith('_bytes') ? formatBytes(amount, locale) : numberFormat(locale).format(amount);

/** The message for a reached limit, with its amount; the API's own message for a limit without a text. */
export function limitSentence(
  { limit, most, message }: { limit?: string; most?: number; message?: string },
  { t, has, locale }: Words,
): string | undefined {
  const key = `limits.name.${limit}`;
  if (limit === undefined || most === undefined || !has(key)) return message;
  return t('error.limit', { name: t(key), most: formatCounted(limit, most, locale) });
}
