/** An answer differs from the documentation. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** @throws BrokenPromise with `promise` if it is not kept */
export function promised(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(`Not as promised: ${promise}`);
}
