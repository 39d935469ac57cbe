import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';

/** A file of a zip, by its local header. */
export async function readZipEntry(zip: Buffer, name: string): Promise<string> {
  const central = zip.indexOf('PK\x01\x02');
  for (let at = central; zip.readUInt32LE(at) === 0x02014b50;) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const found = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (found === name) {
      const size = zip.readUInt32LE(at + 20);
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return text(Readable.from([zip.subarray(start, start + size)]).pipe(createInflateRaw()));
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`${name} is not in the package`);
}
