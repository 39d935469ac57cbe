/** Sentences for what the operating system refuses, by its code; `at` is the file or the address. */
const sentences: Record<string, (at: string) => string> = {
  ENOENT: (at) => `There is no file ${at}.`,
  EACCES: (at) => `${at} may not be read or written.`,
  EISDIR: (at) => `${at} is a folder, not a file.`,
  EADDRINUSE: (at) => `${at} is in use by another program.`,
  ECONNREFUSED: (at) => `Nothing answers at ${at}.`,
  ENOTFOUND: (at) => `There is no host ${at}.`,
};

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };

/**
 * What a person at a terminal reads of an error of the operating system, also inside that of `fetch` and of several
 * tries at once.
 * @returns one sentence; undefined for any other error, which is a fault of ours
 */
export function sentenceOfSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, port, address, hostname } = error as SystemError;
  const at = path ?? hostname ?? (port === undefined ? address : `Port ${port}`);
  const sentence = at === undefined ? undefined : sentences[code]?.(at).replace(/ at Port /, ' on port ');
  if (sentence !== undefined) return sentence;
  const [inner] = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return sentenceOfSystemError(inner);
}
