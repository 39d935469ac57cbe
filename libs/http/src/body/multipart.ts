import { BadRequest, type ErrorCode } from '@app/kernel';
import busboy from 'busboy';

/** Maximum number of header lines in one part. */
const MAX_HEADERS = 20;

/**
 * The fields of a multipart body in order, with repeated names; boundaries of any length that RFC 2046 allows.
 * Terminates for every input, wherever it ends.
 * @throws BadRequest when it cannot be read, has more than `maxParts` parts or contains a file
 */
export function multipartFields(
  body: Buffer,
  contentType: string,
  maxParts: number,
): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const refuse = (code: ErrorCode, message: string): void => reject(new BadRequest(code, message));
    const unreadable = (): void => refuse('invalid_multipart', 'The multipart body cannot be read.');
    const tooMany = (): void => refuse('invalid_multipart', 'The multipart body has too many parts.');
    try {
      const parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: {
          parts: maxParts + 1, // the parser stops at the last part that is allowed
          fieldSize: body.length,
          fieldNameSize: body.length,
          headerPairs: MAX_HEADERS,
        },
      });
      parser.on('field', (name: string | undefined, value) => {
        if (typeof name !== 'string') unreadable();
        else fields.push([name, value]);
      });
      parser.on('file', (_name, stream) => {
        stream.on('error', unreadable).resume(); // an error without a listener ends the process
        refuse('unexpected_file', 'Files are not accepted here.');
      });
      parser.on('partsLimit', tooMany);
      parser.on('error', unreadable);
      parser.on('close', () => resolve(fields));
      parser.end(body);
    } catch {
      unreadable(); // no boundary
    }
  });
}
