/** Every secret and token that this test file sent or received; none may appear in a log. */
export const seenSecrets = new Set<string>();
