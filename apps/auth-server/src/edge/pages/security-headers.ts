/**
 * Headers of every page (contract 3.28; decision oauth 3.9).
 * @param image URL of an image that the page displays besides our own
 * @param postsAway whether its form may be posted to any URL: browsers check all redirects that follow against
 *   `form-action`
 */
export function pageHeaders(image?: string, postsAway = false): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      `img-src 'self'${image === undefined ? '' : ` ${new URL(image).origin}`}`,
      ...(postsAway ? [] : ["form-action 'self'"]),
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
