import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html, jsonData } from '@app/http';
import type { PlayableItem } from './playable-items.js';
import { playerWords, type PlayerWords } from './words.js';

const assets = join(__dirname, 'assets');
const script = new Html(readFileSync(join(assets, 'player.js'), 'utf8'));
const styles = new Html(readFileSync(join(assets, 'player.css'), 'utf8'));

export interface PlayerPage {
  title: string;
  language: string;
  /** The items, shown one after the other. */
  items: readonly PlayableItem[];
  /** Where the person is sent when it is finished. */
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
  // an interactive item brings scripts of its own, and its frame inherits this policy
  const scripts = items.some((item) => item.type === 'interactive') ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  // answers are checked by the service alone
  const asks = items.some(({ content }) => content.questions?.length) ? ["connect-src 'self'"] : [];
  return [
    // what a link opens stands beside the player, and is a page like any other; frames of imported HTML open nothing
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

/** A page that plays the items and loads nothing from elsewhere but their media. */
export function playerPage(page: PlayerPage, nonce: string): string {
  const words = playerWords(page.language);
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <main>
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
        </script>
      </body>
    </html>`.text;
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
  // no form: a sandbox without allow-forms cannot submit any
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
export const refusalPage = (title: string, text: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`.text;
