import { html, type Html } from '@app/http';

/** Longer runs of such characters are displayed shortened; selecting or copying yields all of them. */
const long = /[\w.~+/=-]{48,}/g;

/** Text for a `pre`, with its tokens shortened. */
export function withCutTokens(text: string): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(long)) {
    pieces.push(html`${text.slice(end, index)}<span class="cut">${token}</span>`);
    end = index + token.length;
  }
  pieces.push(html`${text.slice(end)}`);
  return html`${pieces}`;
}

/** A text with a button that copies it; the button needs a script and is hidden until the script runs. */
export const copyable = (name: string, text: string): Html =>
  html`<span class="copyable"
    ><code class="line">${text}</code
    ><button type="button" class="small" data-copy aria-label="Copy ${name}" hidden>Copy</button></span
  >`;

/** A token on one line, with buttons to copy and, if it is a JWT, to decode it. */
export function tokenLine(name: string, token: string): Html {
  const decoded = decode(token);
  return html`<div class="token">
    <span class="name">${name}</span>
    ${copyable(`the ${name}`, token)}
    ${
      decoded === undefined
        ? ''
        : html`<details>
            <summary>Decode</summary>
            <pre tabindex="0">${decoded}</pre>
          </details>`
    }
  </div>`;
}

/** Header and claims of a JWT, indented; undefined for other tokens. */
export function decode(token: string): string | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const [header, claims] = parts
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
    return JSON.stringify({ header, claims }, null, 2);
  } catch {
    return undefined;
  }
}
