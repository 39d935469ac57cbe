import type { CatalogueKey } from '../../texts/en/index.js';
import { languageNameFormat, numberFormat } from '../../texts/intl-formats.js';
import type { Translate } from '../../texts/translate.js';

/** Every type of a learning object, the usual ones first. */
export const contentTypeNames = [
  'course',
  'module',
  'video',
  'document',
  'text',
  'link',
  'interactive',
  'quiz',
  'assignment',
  'event',
  'manual',
  'award',
] as const;

/** The text of a type; an unknown one is returned as it is. */
export function typeName(type: string, t: Translate): string {
  const name = contentTypeNames.find((one) => one === type);
  const key: CatalogueKey | undefined = name && `content.type.${name}`;
  return key ? t(key) : type;
}

/** `Brazilian Portuguese` for `pt-br`. */
export function languageName(code: string, locale: string): string {
  try {
    return languageNameFormat(locale).of(code) ?? code;
  } catch {
    return code; // imports accept any text
  }
}

const unit = (value: number, name: 'hour' | 'minute', locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);

/** `1 hr 30 min`; empty without a duration. */
export function formatMinutes(minutes: number, locale: string): string {
  if (minutes <= 0) return '';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 && unit(hours, 'hour', locale), rest > 0 && unit(rest, 'minute', locale)];
  return parts.filter((part) => part !== false).join(' ');
}

/** `€49.00`; undefined if it is free. */
export function formatPrice(
  { price, currency }: { price: number; currency: string },
  locale: string,
): string | undefined {
  if (price <= 0) return undefined;
  if (!/^[A-Za-z]{3}$/.test(currency)) return price.toLocaleString(locale);
  return numberFormat(locale, { style: 'currency', currency }).format(price);
}

/**
 * Whether the object may be the portal's own. The API does not return the owner, but an owner always has unlimited
 * licences without a package. If another portal owns it anyway, the API refuses the change.
 */
export const canBeOwn = ({
  subscription: { licenses, package: bought },
}: {
  subscription: { licenses: number; package: string | null };
}): boolean => licenses === -1 && bought === null;
