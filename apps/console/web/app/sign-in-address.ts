/**
 * The URL at which a sign-in begins.
 * @param path the path and query of the console to return to
 * @param isFresh whether the person must enter the password even if they are signed in
 */
export function signInAddress(path: string, isFresh = false): string {
  const query = new URLSearchParams({ to: path, ...(isFresh && { fresh: '1' }) });
  return `/bff/login?${query}`;
}
