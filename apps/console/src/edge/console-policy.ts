/**
 * The Content-Security-Policy of the page. Trusted Types prevent a script in an answer from running.
 * @param apiOrigin where pictures of portals and previews come from
 */
export const consolePolicy = (apiOrigin: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' https: ${apiOrigin}`,
    `connect-src 'self'`,
    `frame-src ${apiOrigin}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join(';');
