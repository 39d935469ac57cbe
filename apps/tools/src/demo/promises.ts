/** An answer that was not as promised. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** @throws BrokenPromise with `promise` unless it is kept */
export function promised(isKept: boolean, promise: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(`Not as promised: ${promise}`);
}
