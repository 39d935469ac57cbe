const failures = ['denied', 'failed', 'other_account'] as const;
export type SignInFailure = (typeof failures)[number];

/** Why a sign-in led to the first page. */
export interface HomeSearch {
  sign_in?: SignInFailure;
}

export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const failure = failures.find((name) => name === search['sign_in']);
  return failure ? { sign_in: failure } : {};
}
