import type { ImageType } from '@app/branding';
import { deflateSync } from 'node:zlib';

/** A part of an image where its sender can write anything. */
interface CostlyImageCase {
  write: (text: string) => string | Buffer;
  units: readonly string[];
}

const inSvg = (before: string, after: string) => (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${before}${text}${after}</svg>`;

/** A chunk of a PNG as one character for each byte. */
const chunk = (name: string, data = ''): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return `${length.toString('latin1')}${name}${data}\0\0\0\0`;
};
const header = (width: string, height: string) => chunk('IHDR', `${width}${height}\x08\x06\0\0\0`);
const start = '\x89PNG\r\n\x1a\n';
const small = header('\0\0\x01\0', '\0\0\x01\0');
const end = chunk('IEND');
const bytes = (image: string) => Buffer.from(image, 'latin1');
/** Unpacks to a thousand times its size. */
const bomb = deflateSync(Buffer.alloc(1_000_000)).toString('latin1');

/** Where images of each type can be made costly, and by what; a new type does not compile without its cases. */
export const costlyImages: Record<ImageType, Record<string, CostlyImageCase>> = {
  'image/svg+xml': {
    'its elements': {
      write: inSvg('', ''),
      units: [
        '<g>', '<g/>', '<path/>', '<metadata>', '<x:y/>', '<!--', '<!-- -->', '-->', '<![CDATA[', '<![CDATA[]]>', ']]>',
        '<?x ?>', '<?', '<', '>', '</g>', '&', '&amp;', '&#x41;', '&#x1F600;', '&a;', ' ', '\n', 'a', '\u6f22', '<style>',
        '<style/>', '<title>a</title>', '<g xmlns:a#="b">',
      ], // prettier-ignore
    },
    'the attributes of an element': {
      write: inSvg('<path ', '/>'),
      units: [
        ' ', 'a', 'a#="1" ', 'd="" ', 'x:a#="1" ', 'xmlns:a#="b" ', 'data-#="" ', '"', '=', '/', '&lt;', ':', 'a:', "'",
      ], // prettier-ignore
    },
    'a value': {
      write: inSvg('<path style="', '"/>'),
      units: [
        'a', ' ', 'url(', 'url(#a)', 'url( ', 'url(#', '&quot;', '&#39;', '&#x41;', ':', ';', '#', 'fill:url(#a);', 'src',
        'image', 'expression', 'javascript', '\u6f22', '<', '@', '-',
      ], // prettier-ignore
    },
    'a style sheet': {
      write: inSvg('<style>', '</style>'),
      units: [
        'a',
        ' ',
        'url(',
        'url(#a)',
        'url( ',
        'url(#',
        '&#x41;',
        '<![CDATA[a]]>',
        '<g/>',
        'a{}',
        '.',
        '#',
      ],
    },
    'what comes before it': {
      write: (text) => `${text}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
      units: [
        ' ', '<!-- -->', '<!--', '<?x ?>', '<?xml version="1.0"?>', '<!DOCTYPE svg>', '<!DOCTYPE ', '<!DOCTYPE svg [',
        '<!ENTITY a# "&a;&a;">', '<![', '[', ']', '"', "'", '<', 'a',
      ], // prettier-ignore
    },
  },
  'image/png': {
    'its chunks': {
      write: (text) => bytes(start + small + text + chunk('IDAT', bomb) + end),
      units: [
        chunk('IDAT'), chunk('tEXt'), chunk('PLTE'), chunk('IEND'), chunk('IDAT', bomb.slice(0, 100)), chunk('zTXt', bomb),
        small, header('\x7f\xff\xff\xff', '\x7f\xff\xff\xff'), header('\0\0\0\0', '\0\0\0\0'),
        '\xff\xff\xff\xffIDAT', '\0\0\0\x0cIDAT', '\0', 'a', start,
      ], // prettier-ignore
    },
    'its pixels': {
      write: (text) => bytes(start + small + chunk('IDAT', text) + end),
      units: ['\0', 'a', '\xff', bomb, 'x\x9c', chunk('IDAT')],
    },
    'the whole of it': { write: bytes, units: [start, '\x89', 'P', '\0', 'GIF89a'] },
  },
};
