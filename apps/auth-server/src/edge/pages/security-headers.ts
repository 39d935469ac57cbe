/**
 * What CSP's form-action must contain for the redirect back: Chromium checks every hop after a form post. An origin
 * for http and https, the bare scheme for native apps.
 */
function formTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (!url) return '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? ` ${url.origin}` : ` ${url.protocol}`;
}

/**
 * Headers of every page (contract 3.28).
 * @param image URL of an image that the page shows besides our own
 */
export function pageHeaders(redirectUri?: string, image?: string): Record<string, string> {
  const formAction = `'self' https:${redirectUri === undefined ? '' : formTarget(redirectUri)}`;
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      `img-src 'self'${image === undefined ? '' : ` ${new URL(image).origin}`}`,
      `form-action ${formAction}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  };
}
