/**
 * Where a sign-in begins.
 * @param path where it ends: a path of the console with its query
 * @param isFresh whether the person enters the password even if they are signed in
 */
export function signInAddress(path: string, isFresh = false): string {
  const query = new URLSearchParams({ to: path, ...(isFresh && { fresh: '1' }) });
  return `/bff/login?${query}`;
}
