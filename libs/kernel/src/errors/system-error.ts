/** Messages for operating system errors, by code; `at` is the file or the address. */
const sentences: Record<string, (place: string) => string> = {
  ENOENT: (place) => `There is no file ${place}.`,
  EACCES: (place) => `${place} may not be read or written.`,
  EISDIR: (place) => `${place} is a folder, not a file.`,
  EADDRINUSE: (place) => `${place} is in use by another program.`,
  ECONNREFUSED: (place) => `Nothing answers at ${place}.`,
  ENOTFOUND: (place) => `There is no host ${place}.`,
};

/** Codes of OpenSSL and Node for a server whose certificate or encryption is not accepted. Source: Node, TLS. */
const refusedCertificate =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

/** Whether this side refused a connection because of the server's certificate; the message says why. */
export const isRefusedCertificate = (error: object): boolean =>
  refusedCertificate.test((error as NodeJS.ErrnoException).code ?? '');

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };

/**
 * The sentence for a person at a terminal about an operating system error, including one wrapped by `fetch` or by
 * several attempts.
 * @returns one sentence; undefined for other errors, which are bugs of ours
 */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isRefusedCertificate(error)) return `The certificate of the server is not accepted: ${error.message}`;
  const { code = '', path, port, address, hostname } = error as SystemError;
  const place = path ?? hostname ?? (port === undefined ? address : `Port ${port}`);
  const sentence =
    place === undefined ? undefined : sentences[code]?.(place).replace(/ at Port /, ' on port ');
  if (sentence !== undefined) return sentence;
  const [inner] = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return describeSystemError(inner);
}
