import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';

/** A file of a zip, by its local header. */
export async function readZipEntry(zip: Buffer, name: string): Promise<string> {
  const central = zip.indexOf('PK\x01\x02');
  for (let entryAt = central; zip.readUInt32LE(entryAt) === 0x02014b50;) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(entryAt + offset)) as [
      number,
      number,
      number,
    ];
    const entryName = zip.toString('utf8', entryAt + 46, entryAt + 46 + nameLength);
    if (entryName === name) {
      const size = zip.readUInt32LE(entryAt + 20);
      const local = zip.readUInt32LE(entryAt + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return text(Readable.from([zip.subarray(start, start + size)]).pipe(createInflateRaw()));
    }
    entryAt += 46 + nameLength + extra + comment;
  }
  throw new Error(`${name} is not in the package`);
}
