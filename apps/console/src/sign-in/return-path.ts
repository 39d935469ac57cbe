const ORIGIN = 'https://console.invalid';

/**
 * The path and query of the page to which a sign-in returns: `/` for anything that a browser might resolve to another
 * origin, or that is no page.
 */
export function parseReturnPath(text: string | undefined): string {
  if (text === undefined || text.length > 2_000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return '/';
  if (text.includes('\\')) return '/';
  const url = URL.parse(text, ORIGIN);
  if (url?.origin !== ORIGIN || /^\/+bff(\/|$)/i.test(url.pathname)) return '/';
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search;
}
