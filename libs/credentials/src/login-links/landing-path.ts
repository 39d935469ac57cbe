const ANYWHERE = 'http://portal.invalid';
/** Parameters that only this service may add (specification, GET /oauth/authorize). */
const tokenParameters = ['oneTimeToken', 'one_time_token'];

/** The path, with query and fragment, to which a link may lead; undefined when browsers could read a host in `text`. */
export function landingPath(text: string): string | undefined {
  // browsers drop blanks around a URL, and control characters inside it, before they parse it
  if (/[\u0000-\u0020\u007f]/.test(text) || !URL.canParse(text, ANYWHERE)) return undefined;
  const url = new URL(text, ANYWHERE);
  if (url.origin !== ANYWHERE || url.username !== '' || url.pathname.startsWith('//')) return undefined;
  if (text.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  for (const name of tokenParameters) {
    if (url.searchParams.has(name)) url.searchParams.delete(name); // serialising re-encodes the other parameters
  }
  return url.pathname + url.search + url.hash;
}

/** The URL of `path` on a portal, with the token of a login link. */
export function loginLinkAddress(
  portalOrigin: string,
  portalName: string,
  path: string,
  token: string,
): string {
  const url = new URL(path, portalOrigin.replace('{portal}', portalName));
  url.search += `${url.search === '' ? '?' : '&'}oneTimeToken=${token}`;
  return url.href;
}
