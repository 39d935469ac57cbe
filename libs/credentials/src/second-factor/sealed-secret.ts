/** Binds the sealed secret of an authenticator app to its person. */
export const secondFactorContext = (personId: number): string => `second factor ${personId}`;
