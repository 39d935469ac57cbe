import type { ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, Html } from '@app/http';
import { contentStyle, colors } from '@app/look';
import { MEDIA_PATH } from '../../demo-data/index.js';
import { closeServer, createPageServer, end, listen } from '@app/local-services';
import { createHash } from 'node:crypto';

/** One small file for every video and one for every document of the demo; relative to the root of the checkout. */
const folder = join('apps', 'tools', 'demo', 'media');
const files: Record<string, string> = {
  'teamwork.webm': 'video/webm',
  'checklist.pdf': 'application/pdf',
};

/** Serves the media of the demo's content, so that a player needs no other server. */
export class DemoMedia {
  readonly #http = createPageServer(({ pathname }, request, response) => {
    const [, kind = '', name = ''] = new RegExp(`^${MEDIA_PATH}/(\\w+)/([\\w.-]+)$`).exec(pathname) ?? [];
    if (kind === 'files' && files[name]) {
      response.setHeader('Content-Type', files[name]);
      return sendPart(response, readFileSync(join(folder, name)), request.headers.range);
    }
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    if (kind === 'pictures') return end(response, 200, 'image/svg+xml', picture(name));
    if (kind === 'reading') return end(response, 200, 'text/html; charset=utf-8', reading(name));
    end(response, 404, 'text/plain', 'There is nothing at this address.\n');
  });

  constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /**
   * Starts listening.
   * @returns the port
   */
  start(): Promise<number> {
    return listen(this.#http, this.port, this.host);
  }

  stop(): Promise<void> {
    return closeServer(this.#http);
  }
}

/** Sends the requested range: without ranges, browsers do not allow seeking in a film (RFC 9110 14). */
function sendPart(response: ServerResponse, file: Buffer, range = ''): void {
  response.setHeader('Accept-Ranges', 'bytes');
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (first === undefined) return void response.end(file);
  const part = file.subarray(Number(first), last ? Number(last) + 1 : undefined);
  const end = Number(first) + part.length - 1;
  response.setHeader('Content-Range', `bytes ${part.length > 0 ? `${first}-${end}` : '*'}/${file.length}`);
  response.writeHead(part.length > 0 ? 206 : 416).end(part);
}

const reading = (name: string): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Further reading: ${name}</title>
      ${new Html(`<style>${contentStyle()}</style>`)}
      <h1>Further reading: ${name}</h1>
      <p>A page to which a link of the demo’s catalogue leads.</p>
    </html>`.text;

/** A picture for a name: always the same for one name, different for each. An SVG in the colours of pages. */
function picture(name: string): string {
  const bytes = createHash('sha256').update(name).digest();
  const hue = Math.round((bytes[0]! / 256) * 360);
  const circles = [1, 4, 7, 10].map((hour, index) => {
    const [x, y, radius] = [bytes[hour]! * 2.5, bytes[hour + 1]! * 1.4, 40 + bytes[hour + 2]! / 2.5];
    const shade = `hsl(${(hue + index * 25) % 360} 70% ${45 + index * 8}%)`;
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(0)}" fill="${shade}" fill-opacity=".6"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="${colors.light.soft}"/>${circles.join('')}</svg>`;
}
