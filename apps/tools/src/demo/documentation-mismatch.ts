/** An answer differs from the documentation. */
export class DocumentationMismatch extends Error {
  override readonly name = 'DocumentationMismatch';
}

/** @throws DocumentationMismatch with the documented behaviour if `isAsDocumented` is false */
export function assertDocumented(isAsDocumented: boolean, behaviour: string): asserts isAsDocumented {
  if (!isAsDocumented) throw new DocumentationMismatch(`Not as documented: ${behaviour}`);
}
