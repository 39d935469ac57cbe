import { prefersHtml } from './prefers-html.js';

describe('prefersHtml', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true], // browsers
    ['text/html', true],
    ['text/*', true],
    ['text/html, application/json', true],
    ['text/html;q=0.9, application/json;q=0.5', true],
    ['application/json, text/html;q=0.9', false],
    ['application/json', false],
    ['application/json, text/plain, */*', false], // axios, Angular
    ['*/*', false], // curl
    ['text/html;q=0', false],
    [undefined, false],
  ])('%s: %s', (accept, isHtml) => expect(prefersHtml({ headers: { accept } })).toBe(isHtml));
});
