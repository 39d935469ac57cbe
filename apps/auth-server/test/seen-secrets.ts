/** Every secret and token that this test file sent or got; none may stand in a log. */
export const seenSecrets = new Set<string>();
