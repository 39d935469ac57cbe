import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownBrand } from '@app/branding';
import { Html, html, jsonData } from '@app/http';
import { baseStyle, contentStyle } from '@app/look';
import type { Language } from '@app/texts';
import { brandedPage } from '../../pages/index.js';
import type { OpenedPage } from './opened.js';
import type { Part } from './parts.js';
import { playerWords, type PlayerWords } from './words.js';

const assets = join(__dirname, 'assets');
const script = new Html(readFileSync(join(assets, 'player.js'), 'utf8'));
const style = `${baseStyle()}\n${readFileSync(join(assets, 'player.css'), 'utf8')}`;
const contentStyleTag = `<style>${contentStyle()}</style>`;

/**
 * The policy of every player page: no origin, so that imported HTML never shares an origin with anything that has a
 * token, and any partner's page may frame it.
 */
export function playerPolicy(
  items: OpenedPage['items'],
  parts: ReadonlyMap<number, Part>,
  nonce: string,
): string {
  // an interactive item has its own scripts, and its frame inherits this policy
  const scripts = items.some((item) => item.type === 'interactive') ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  // only the service can check answers, and it has the parts that were not sent with the page
  const isWhole = items.every(({ id }) => parts.has(id) && !parts.get(id)!.content.questions?.length);
  const asks = isWhole ? [] : ["connect-src 'self'"];
  return [
    // a link opens a normal page outside the player's sandbox; frames of imported HTML open nothing
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src https: http: data:',
    'media-src https: http:',
    'frame-src https: http:',
    ...asks,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}

/**
 * A page that plays the items and loads nothing from other hosts except their media and the portal's images.
 * @param parts the items that are sent with the page; it requests the others when they are displayed
 */
export function playerPage(
  page: OpenedPage,
  parts: ReadonlyMap<number, Part>,
  nonce: string,
  brand: ShownBrand | undefined,
): string {
  const words = playerWords(page.language);
  const body = html`<main>
      <h1>${page.title}</h1>
      ${page.items.map((item, index) => place(item, index, page.items.length, parts.get(item.id), words))}
      <section id="end" hidden>
        <h2 tabindex="-1">${words.done}</h2>
        <p id="score"></p>
        ${
          page.redirectUrl === undefined
            ? ''
            : html`<p><a class="button" href="${page.redirectUrl}">${words.back}</a></p>`
        }
      </section>
    </main>
    <script type="application/json" id="words">
      ${jsonData(words)}
    </script>
    <script nonce="${nonce}">
      ${script};
    </script>`;
  return brandedPage({ language: page.language, title: page.title, style, body }, brand);
}

function place(
  item: OpenedPage['items'][number],
  index: number,
  count: number,
  part: Part | undefined,
  words: PlayerWords,
): Html {
  const heading = count === 1 ? '' : html`<h2>${index + 1}/${count} · ${item.title}</h2>`;
  const content = part === undefined ? '' : renderPart(part, words);
  return html`<section data-part="${item.id}" data-type="${item.type}" ${index === 0 ? '' : 'hidden'}>
    ${heading}
    <div data-content="${part === undefined ? '' : 'here'}">${content}</div>
    <p><button type="button" data-next>${words.next}</button></p>
  </section>`;
}

/** The content of a part of the page: a summary, then the video, page, questions, or the link to a file. */
export function renderPart(item: Part, words: PlayerWords): Html {
  const { url, mimetype, html: content, questions } = item.content;
  const pieces: Html[] = [];
  if (item.summary !== null) pieces.push(html`<p class="muted">${item.summary}</p>`);
  if (content !== undefined) pieces.push(frame(item, content));
  if (url !== undefined) pieces.push(media(url, mimetype ?? '', item.type, words));
  if (item.url !== null) pieces.push(way(item.url, words));
  if (questions?.length) pieces.push(quiz(item.id, questions, words));
  return html`${pieces}`;
}

const frame = (item: Part, content: string): Html =>
  html`<iframe
    title="${item.title}"
    sandbox="${item.type === 'interactive' ? 'allow-scripts' : ''}"
    srcdoc="${contentStyleTag + content}"
  ></iframe>`;

function media(url: string, mimetype: string, type: string, words: PlayerWords): Html {
  if (type === 'video' || mimetype.startsWith('video/'))
    return html`<video controls preload="metadata" src="${url}"></video>`;
  if (mimetype.startsWith('image/')) return html`<img src="${url}" alt="" />`;
  if (mimetype === 'text/html') return html`<iframe sandbox="allow-scripts" src="${url}"></iframe>`;
  return way(url, words);
}

const way = (url: string, words: PlayerWords): Html =>
  html`<p><a class="button" href="${url}" target="_blank" rel="noopener noreferrer">${words.open}</a></p>`;

function quiz(id: number, questions: NonNullable<Part['content']['questions']>, words: PlayerWords): Html {
  // not a form: a sandbox without allow-forms cannot submit one
  return html`<div data-quiz="${id}">
    ${questions.map(
      (question, place) =>
        html`<fieldset>
          <legend>${question.question}</legend>
          ${question.answers.map(
            (answer, value) =>
              html`<label><input type="radio" name="q${id}-${place}" value="${value}" /> ${answer}</label>`,
          )}
        </fieldset>`,
    )}
    <p><button type="button" data-check>${words.check}</button></p>
    <p role="alert" data-problem></p>
  </div>`;
}

/** A page that explains why there is no content. */
export function refusalPage(
  language: Language,
  { title, text }: { title: string; text: string },
  brand: ShownBrand | undefined,
): string {
  const body = html`<main>
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;
  return brandedPage({ language, title, style, body }, brand);
}
