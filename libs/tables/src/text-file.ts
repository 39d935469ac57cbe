import { ConfigError } from '@app/kernel';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';

/** A file as text, with its beginning. */
export interface TextFile {
  /** Its name without folders, for messages. */
  name: string;
  /** Yields the text from the start, without a byte order mark; can be called again. */
  read(): AsyncGenerator<string>;
  /** Its beginning, at most 64 KiB. */
  head: string;
  isWhole: boolean;
  bytes: number;
  bytesRead(): number;
}

/**
 * Opens a file as text, and reads it once to check its encoding, so that nothing is imported from a file in another
 * one.
 * @param encoding a label of the WHATWG Encoding Standard, such as `windows-1252`; UTF-8 by default
 * @throws ConfigError with line and column when it is in another encoding; also when the encoding is unknown, or the
 *   file is not text
 */
export async function openText(file: string, encoding = 'utf-8'): Promise<TextFile> {
  const name = basename(file);
  const decoder = createDecoder(encoding);
  let bytesRead = 0;
  async function* read(): AsyncGenerator<string> {
    const decoding = createDecoder(encoding);
    bytesRead = 0;
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      bytesRead += chunk.length;
      yield decoding.decode(chunk, { stream: true });
    }
    yield decoding.decode();
  }
  const { bytes, first } = await readBeginning(file);
  if (first.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004')
    throw new ConfigError(`${name} is a workbook, not text: save it as CSV in UTF-8.`);
  if (decoder.encoding !== 'utf-8' && first.subarray(0, 3).equals(Buffer.from('\uFEFF')))
    throw new ConfigError(`${name} begins with the mark of UTF-8: omit --encoding.`);
  let head: string | undefined;
  try {
    for await (const text of read()) head ??= text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    const { line, column } = await positionOfFault(file, encoding, bytesRead);
    throw new ConfigError(
      `${name} is not in ${decoder.encoding.toUpperCase()}: line ${line}, column ${column}. ` +
        `Save it as UTF-8, or state its encoding, for example --encoding ${likelyEncoding(first)}.`,
    );
  }
  return { name, read, head: head ?? '', isWhole: bytes <= first.length, bytes, bytesRead: () => bytesRead };
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ConfigError(`There is no encoding "${encoding}"; names are those of WHATWG: windows-1252.`);
  }
}

async function readBeginning(file: string): Promise<{ bytes: number; first: Buffer }> {
  for await (const first of createReadStream(file) as AsyncIterable<Buffer>)
    return { bytes: statSync(file).size, first };
  return { bytes: 0, first: Buffer.alloc(0) };
}

/** Spreadsheets write UTF-16 with its mark; otherwise the likely encoding is that of Windows in western countries. */
function likelyEncoding(first: Buffer): string {
  const mark = first.subarray(0, 2).toString('hex');
  return { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'windows-1252';
}

/**
 * The first position that is not text, found byte by byte in the chunk that could not be decoded.
 * @param upTo the end of that chunk, in bytes
 */
async function positionOfFault(file: string, encoding: string, upTo: number): Promise<TextPosition> {
  const decoder = createDecoder(encoding);
  const position = new TextPosition();
  let end = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    end += chunk.length;
    const pieces = end < upTo ? [chunk] : Array.from(chunk, (_, index) => chunk.subarray(index, index + 1));
    for (const piece of pieces)
      try {
        position.pass(decoder.decode(piece, { stream: true }));
      } catch {
        return position;
      }
  }
  return position;
}

/** Line and column after a text, both from 1; CR LF, LF and CR end a line. */
class TextPosition {
  line = 1;
  column = 1;
  #isAfterCr = false;

  pass(text: string): void {
    for (const character of text) {
      if (character === '\n' || character === '\r') {
        if (character === '\r' || !this.#isAfterCr) this.line++;
        this.column = 1;
      } else this.column++;
      this.#isAfterCr = character === '\r';
    }
  }
}
