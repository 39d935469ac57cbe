import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShownBrand } from '@app/branding';
import { Html, html, jsonData } from '@app/http';
import type { Language } from '@app/texts';
import { brandedPage } from '../../pages/index.js';
import type { PlayableItem } from './playable-items.js';
import { playerWords, type PlayerWords } from './words.js';

const assets = join(__dirname, 'assets');
const script = new Html(readFileSync(join(assets, 'player.js'), 'utf8'));
const style = readFileSync(join(assets, 'player.css'), 'utf8');

export interface PlayerPage {
  /** Whose page it is: it bears that portal's name, logo and colour. */
  portalId: number;
  title: string;
  language: string;
  /** The items, shown one after the other. */
  items: readonly PlayableItem[];
  /** Where the person is redirected when it is finished. */
  redirectUrl?: string | undefined;
}

/**
 * The policy for every player page: no origin, so that imported HTML never shares one with anything that has a token,
 * and any partner's page may frame it.
 */
export function playerPolicy(
  items: readonly Pick<PlayableItem, 'type' | 'content'>[],
  nonce: string,
): string {
  // an interactive item has scripts of its own, and its frame inherits this policy
  const scripts = items.some((item) => item.type === 'interactive') ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  // only the service can check answers
  const asks = items.some(({ content }) => content.questions?.length) ? ["connect-src 'self'"] : [];
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

/** A page that plays the items and loads nothing from elsewhere except their media and the portal's images. */
export function playerPage(page: PlayerPage, nonce: string, brand: ShownBrand | undefined): string {
  const words = playerWords(page.language);
  const body = html`<main>
      <h1>${page.title}</h1>
      ${page.items.map((item, index) => part(item, index, page.items.length, words))}
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

function part(item: PlayableItem, index: number, count: number, words: PlayerWords): Html {
  const heading = count === 1 ? '' : html`<h2>${index + 1}/${count} · ${item.title}</h2>`;
  return html`<section data-part="${item.id}" data-type="${item.type}" ${index === 0 ? '' : 'hidden'}>
    ${heading} ${item.summary === null ? '' : html`<p class="muted">${item.summary}</p>`}
    ${shown(item, words)}
    <p><button type="button" data-next>${words.next}</button></p>
  </section>`;
}

/** The item itself: video, page, questions, or the link to a file. */
function shown(item: PlayableItem, words: PlayerWords): Html {
  const { url, mimetype, html: content, questions } = item.content;
  const pieces: Html[] = [];
  if (content !== undefined) pieces.push(frame(item, content));
  if (url !== undefined) pieces.push(media(url, mimetype ?? '', item.type, words));
  if (item.url !== null) pieces.push(way(item.url, words));
  if (questions?.length) pieces.push(quiz(item.id, questions, words));
  return html`${pieces}`;
}

const frame = (item: PlayableItem, content: string): Html =>
  html`<iframe
    title="${item.title}"
    sandbox="${item.type === 'interactive' ? 'allow-scripts' : ''}"
    srcdoc="${content}"
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

function quiz(
  id: number,
  questions: NonNullable<PlayableItem['content']['questions']>,
  words: PlayerWords,
): Html {
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

/** A page that says why nothing is shown. */
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
