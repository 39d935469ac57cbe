/**
 * The policy that says what the page may load and do. Trusted Types leave a script that got into an answer no place to
 * run from.
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
