import { Busboy } from '@fastify/busboy';
import { BadRequest } from '@app/kernel';

/**
 * The fields of a multipart body in their order, with repeated names; boundaries of any length that RFC 2046 allows.
 * @throws BadRequest when it cannot be read, has more than `maxParts` parts or holds a file
 */
export function multipartFields(
  body: Buffer,
  contentType: string,
  maxParts: number,
): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const refuse = (code: string, message: string): void => reject(new BadRequest(code, message));
    const unreadable = (): void => refuse('invalid_multipart', 'The multipart body cannot be read.');
    const tooMany = (): void => refuse('invalid_multipart', 'The multipart body has too many parts.');
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: maxParts, fieldSize: body.length },
      });
      parser.on('field', (name: string | undefined, value) => {
        if (name === undefined) unreadable();
        else fields.push([name, value]);
      });
      parser.on('file', (_name, stream) => {
        stream.resume();
        refuse('unexpected_file', 'No file is taken here.');
      });
      parser.on('partsLimit', tooMany);
      parser.on('error', unreadable);
      parser.on('finish', () => resolve(fields));
      parser.end(body);
    } catch {
      unreadable(); // no boundary
    }
  });
}
