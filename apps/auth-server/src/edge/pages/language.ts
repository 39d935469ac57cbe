import { acceptedLanguage, firstLanguage, type Language } from '@app/texts';
import type { FastifyRequest } from 'fastify';

/** The language requested in ui_locales (OpenID Connect Core 3.1.2.1), otherwise the browser's preferred one. */
export function chooseLanguage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const wished = new URLSearchParams(url.split('?')[1] ?? '').get('ui_locales') ?? '';
  return firstLanguage(wished.split(' ')) ?? acceptedLanguage(headers['accept-language']);
}
