import { Injectable } from '@nestjs/common';
import { acceptedLanguage, isLanguage, languages, type Language } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { Browser } from '../browser/index.js';
import { ACCOUNT_ADDRESS, type Page } from './page.js';

const PARAMETER = 'language';
const COOKIE = 'language';
const YEAR_SECONDS = 365 * 86_400;

export interface LanguageLink {
  language: Language;
  /** The name of the language in the language itself. */
  name: string;
  /** Undefined for the language of the page. */
  href: string | undefined;
}

const names: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/**
 * The language that a person has chosen on one of our pages. It takes precedence over the languages that applications
 * and browsers request.
 */
@Injectable()
export class PageLanguages {
  constructor(private readonly browser: Browser) {}

  /** The language that the person has chosen, with this request or before. */
  chosen(request: FastifyRequest): Language | undefined {
    return chosenNow(request) ?? asLanguage(this.browser.cookie(request, COOKIE));
  }

  /** The language that the person has chosen; otherwise the one that the browser prefers. */
  of(request: FastifyRequest): Language {
    return this.chosen(request) ?? acceptedLanguage(request.headers['accept-language']);
  }

  /** Stores a choice that was made with this request in a cookie. */
  remember(request: FastifyRequest): void {
    const language = chosenNow(request);
    if (language !== undefined) this.browser.setCookie(request, COOKIE, language, YEAR_SECONDS);
  }
}

const asLanguage = (tag: string | undefined): Language | undefined =>
  tag !== undefined && isLanguage(tag) ? tag : undefined;

/** Ignores the parameter on cross-site requests, so other sites cannot change the language. */
function chosenNow({ url, headers }: FastifyRequest): Language | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined;
  return asLanguage(new URLSearchParams(getQuery(url)).get(PARAMETER) ?? undefined);
}

const getQuery = (url: string): string => {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
};

/**
 * Links to the same page in each language. After a GET they repeat the query byte by byte. After a POST, which must not
 * be repeated, they lead to the address at which the page can be opened again.
 * @returns none for a page that can be displayed only once, because its content would be lost
 */
export function languageLinks(
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
  { address = ACCOUNT_ADDRESS, isShownOnce = false }: Pick<Page, 'address' | 'isShownOnce'>,
  shown: Language,
): LanguageLink[] {
  if (isShownOnce) return [];
  const [path, query] = method === 'GET' ? ['', getQuery(url)] : [address.split('?')[0]!, getQuery(address)];
  const otherPairs = query.split('&').filter((pair) => pair !== '' && pair.split('=')[0] !== PARAMETER);
  return languages.map((language) => ({
    language,
    name: names[language],
    href: language === shown ? undefined : `${path}?${[...otherPairs, `${PARAMETER}=${language}`].join('&')}`,
  }));
}
