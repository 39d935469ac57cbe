import { temporaryFolder } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openText } from './text-file.js';

describe('a file as text', () => {
  const folder = temporaryFolder();

  const open = (content: string | Buffer, encoding?: string) => {
    const file = join(folder, 'people.csv');
    writeFileSync(file, content);
    return openText(file, encoding);
  };
  async function read(content: string | Buffer, encoding?: string) {
    let text = '';
    for await (const part of (await open(content, encoding)).read()) text += part;
    return text;
  }

  it('is UTF-8, with or without its mark', async () => {
    expect(await read('Jörg\u{1F600}')).toBe('Jörg\u{1F600}');
    expect(await read('\uFEFFJörg')).toBe('Jörg');
    expect(await read('')).toBe('');
  });

  it.each([
    ['windows-1252', Buffer.from('J\xF6rg \x80', 'latin1'), 'Jörg €'],
    ['latin1', Buffer.from('J\xF6rg', 'latin1'), 'Jörg'],
    ['macintosh', Buffer.from('J\x9Arg', 'latin1'), 'Jörg'],
    ['utf-16le', Buffer.from('\uFEFFJörg', 'utf16le'), 'Jörg'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ])('is read as %s on request', async (encoding, content, text) =>
    expect(await read(content, encoding)).toBe(text),
  );

  it.each([
    ['email,name\r\na@a.example,J\xF6rg\r\n', 2, 14],
    ['\xE9t\xE9', 1, 1],
    ['a\rb\nc\r\n\r\nol\xE9', 5, 3],
    [`${'x'.repeat(99)}\n`.repeat(2_000) + 'na\xEFve', 2_001, 3],
  ])('names line and column of bytes that are not UTF-8', async (content, line, column) => {
    const opening = open(Buffer.from(content, 'latin1'));
    await expect(opening).rejects.toThrow(
      `people.csv is not in UTF-8: line ${line}, column ${column}. Save it as UTF-8, or state its encoding, ` +
        'for example --encoding windows-1252.',
    );
  });

  it('names the encoding that a mark shows, and refuses half a character at the end', async () => {
    await expect(open(Buffer.from('\uFEFFa', 'utf16le'))).rejects.toThrow('--encoding utf-16le');
    await expect(open(Buffer.from([0x61, 0xe2, 0x82]))).rejects.toThrow('line 1, column 2');
  });

  it('counts characters, not bytes', async () => {
    const content = Buffer.concat([Buffer.from('日本\u{1F600}'), Buffer.from([0xff])]);
    await expect(open(content)).rejects.toThrow('line 1, column 4');
  });

  it('refuses workbooks, unknown encodings, and UTF-8 that is called something else', async () => {
    await expect(open(Buffer.from('PK\u0003\u0004...'))).rejects.toThrow('is a workbook');
    await expect(open('a', 'klingon')).rejects.toThrow('no encoding "klingon"');
    await expect(open('\uFEFFa', 'windows-1252')).rejects.toThrow('omit --encoding');
    await expect(open(Buffer.from([0xff]), 'shift_jis')).rejects.toThrow(
      'is not in SHIFT_JIS: line 1, column 1',
    );
  });
});
