const formats = new Map<string, unknown>();

/** Caches formats: creating one takes a hundred times longer than using it, and lists use it in every row. */
function keepFormat<Format>(kind: string, locale: string, options: object, make: () => Format): Format {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keepFormat('date', locale, options, () => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  keepFormat('number', locale, options, () => new Intl.NumberFormat(locale, options));

export const relativeFormat = (locale: string): Intl.RelativeTimeFormat =>
  keepFormat('relative', locale, {}, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

export const languageNameFormat = (locale: string): Intl.DisplayNames =>
  keepFormat('language', locale, {}, () => new Intl.DisplayNames([locale], { type: 'language' }));

export const pluralRules = (locale: string): Intl.PluralRules =>
  keepFormat('plural', locale, {}, () => new Intl.PluralRules(locale));

/** `one, two or three`. */
export const listFormat = (locale: string): Intl.ListFormat =>
  keepFormat('list', locale, {}, () => new Intl.ListFormat(locale, { type: 'disjunction' }));
