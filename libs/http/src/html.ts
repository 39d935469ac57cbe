/** Text that is HTML and must not be escaped. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = Html | Html[] | string | number | null | undefined;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attributes, of HTML and XML alike. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** html\`<b>${name}</b>\`: inserted values are escaped, unless they are {@link Html} themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    if (part instanceof Html) text += part.text;
    else if (Array.isArray(part)) text += part.join('');
    else text += escapeHtml(String(part ?? ''));
    text += strings[index + 1] ?? '';
  });
  return new Html(text);
}

/** A value for our own scripts; it cannot close the element around it. */
export const jsonData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
