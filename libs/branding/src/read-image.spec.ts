import { deflateSync } from 'node:zlib';
import { BadImage } from './bad-image.js';
import { readImage } from './read-image.js';

const svg = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const read = (text: string) => readImage('image/svg+xml', Buffer.from(text)).bytes.toString();

describe('an SVG', () => {
  it('is rewritten with drawing elements only', () => {
    const logo = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><!-- made by an editor -->
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:ink="http://ink.example/" viewBox="0 0 10 10" ink:version="1">
        <metadata><ink:x><script xmlns="http://www.w3.org/2000/svg">alert(1)</script></ink:x></metadata>
        <style><![CDATA[.a{fill:#f00;clip-path:url(#c)}]]></style>
        <ink:grid><rect width="1"/></ink:grid>
        <path class="a" d="M0 0h9v9z" data-x="1" style="fill: url('#g')"/><text>A &amp; B</text>
      </svg>`;
    const safe = read(logo);
    expect(safe).toContain('<path class="a" d="M0 0h9v9z" style="fill: url(\'#g\')"></path>');
    expect(safe).toContain('<style>.a{fill:#f00;clip-path:url(#c)}</style>');
    expect(safe).toContain('<text>A &amp; B</text>');
    for (const gone of ['script', 'metadata', 'ink', 'DOCTYPE', 'editor', 'data-x', 'rect'])
      expect(safe).not.toContain(gone);
    expect(read(safe)).toBe(safe);
  });

  it.each([
    ['<script>alert(1)</script>', '<script>'],
    ['<g><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></g>', '<foreignObject>'],
    ['<image href="https://evil.example/x.png"/>', '<image>'],
    ['<use href="#a"/>', '<use>'],
    ['<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<a>'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>', '<animate>'],
    ['<set attributeName="onload" to="alert(1)"/>', '<set>'],
    ['<path d="M0 0" onclick="alert(1)"/>', 'onclick'],
    ['<path d="M0 0" ONLOAD="alert(1)"/>', 'ONLOAD'],
    ['<path style="fill:url(https://evil.example/#a)"/>', 'style'],
    ['<path fill="url(data:image/svg+xml,x)"/>', 'fill'],
    ['<path style="fill:u\\72l(x)"/>', 'style'],
    ['<style>@import "https://evil.example/x.css";</style>', '<style>'],
    ['<style>a{background:url(//evil.example)}</style>', '<style>'],
    ['<style><![CDATA[</style><script>alert(1)</script>]]></style>', '<style>'],
    ['<linearGradient xlink:href="https://evil.example/#a"/>', 'outside'],
    ['<path d="&undefined;"/>', 'well-formed'],
    ['<path>', 'well-formed'],
    ['<g>'.repeat(60) + '</g>'.repeat(60), 'deep'],
    ['<path/>'.repeat(5_001), '5000'],
  ])('is refused with %s, naming it', (inner, word) => {
    expect(() => read(svg(inner))).toThrow(BadImage);
    expect(() => read(svg(inner))).toThrow(word);
  });

  it('is refused in one sentence', () => expect(() => read(svg('</g>'))).toThrow(/[^.]\.$/));

  it('is refused with entities, which could grow without end', () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`;
    expect(() => read(bomb)).toThrow('DOCTYPE');
  });

  it.each([
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    '<svg viewBox="0 0 1 1"/>',
    '',
    'text',
    svg('', ''),
  ])('is refused when it is not an SVG: %j', (text) => expect(() => read(text)).toThrow(BadImage));

  it('is refused when it is not UTF-8', () =>
    expect(() => readImage('image/svg+xml', Buffer.from([0xff, 0xfe, 0x3c]))).toThrow('UTF-8'));

  it('of the largest size is read in linear time', () => {
    const spaces = ' '.repeat(90_000);
    for (const inner of [
      '<'.repeat(100_000),
      'url('.repeat(25_000),
      `url(${spaces}`,
      `url(#${'a'.repeat(90_000)}`,
    ])
      expect(() => read(svg(`<style>${inner}</style>`))).toThrow(BadImage);
    for (const inner of ['a'.repeat(100_000), '&#x41;'.repeat(16_000), spaces, `a{fill:url(${spaces}#a )}`])
      expect(read(svg(`<style>${inner}</style>`))).toContain('<style>');
  });
});

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
};
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  return chunk('IHDR', data);
};
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (...chunks: Buffer[]): Buffer => Buffer.concat([signature, ...chunks]);
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(2)));
const end = chunk('IEND', Buffer.alloc(0));
const readPng = (bytes: Buffer) => readImage('image/png', bytes).bytes;

describe('a PNG', () => {
  it('loses chunks that are not drawn, and anything after the image', () => {
    const place = chunk('eXIf', Buffer.from('home'));
    const image = png(
      header(1, 1),
      place,
      chunk('tEXt', Buffer.from('by me')),
      pixels,
      end,
      Buffer.from('<script>'),
    );
    expect(readPng(image)).toEqual(png(header(1, 1), pixels, end));
  });

  it.each([
    ['another format', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
    ['truncated', png(header(1, 1))],
    ['a length beyond the end', png(header(1, 1), Buffer.from('7fffffff49444154', 'hex'), Buffer.alloc(20))],
    ['no pixels', png(header(1, 1), end)],
    ['a side of 3,000', png(header(3_000, 1), pixels, end)],
    ['a side of zero length', png(header(0, 1), pixels, end)],
  ])('is refused when it is %s', (_, bytes) => expect(() => readPng(bytes)).toThrow(BadImage));
});
