import { z } from 'zod';

const parameter = (meaning: string) => z.string().optional().describe(meaning);

/** Parameters of /oauth/logout (OpenID Connect RP-Initiated Logout 2). */
export const LogoutQuery = z.object({
  id_token_hint: parameter('An ID token of the session that is to end, even an expired one.'),
  client_id: parameter('Not needed with `id_token_hint`, whose client it must be.'),
  post_logout_redirect_uri: parameter('One of the client’s `post_logout_redirect_uris`, byte by byte.'),
  state: parameter('Returned unchanged.'),
  ui_locales: parameter(
    'Languages for the pages, the preferred one first, separated by spaces; by default those of Accept-Language.',
  ),
});

export const logoutParameters: ReadonlySet<string> = new Set(Object.keys(LogoutQuery.shape));
