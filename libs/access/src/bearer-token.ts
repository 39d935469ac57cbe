interface RequestWithHeaders {
  headers?: Record<string, string | string[] | undefined>;
  raw?: { rawHeaders?: string[] };
}

/** Whether an Authorization header was sent, even an empty one. */
export const hasAuthorization = (request: RequestWithHeaders): boolean =>
  request.headers?.['authorization'] !== undefined;

/**
 * The token (ours have no padding) of exactly one `Authorization: Bearer <token>` header (RFC 6750 section 2.1);
 * undefined for all other requests, including those with two headers.
 */
export function bearerToken(request: RequestWithHeaders): string | undefined {
  const header = request.headers?.['authorization'];
  if (typeof header !== 'string') return undefined;
  let count = 0;
  const raw = request.raw?.rawHeaders ?? [];
  for (let index = 0; index < raw.length; index += 2) {
    if (raw[index]!.length === 13 && raw[index]!.toLowerCase() === 'authorization') count += 1;
  }
  if (count > 1) return undefined;
  return /^bearer +([A-Za-z0-9\-._~+/]+)$/i.exec(header)?.[1];
}
