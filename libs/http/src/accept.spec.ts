import { preferredType } from './accept.js';

const ours = ['application/json', 'application/x-pem-file', 'text/plain'] as const;

describe('preferredType', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'], // axios, Angular
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['text/plain', 'text/plain'],
    ['text/*', 'text/plain'],
    ['text/plain, application/json', 'text/plain'],
    ['text/plain;q=0.5, application/json;q=0.4', 'text/plain'],
    ['text/plain;q=0.9, */*', 'application/json'],
    ['text/plain;q=0', 'application/json'],
    ['*/*, text/plain;q=0', 'application/json'],
    ['TEXT/PLAIN ; charset=utf-8', 'text/plain'],
    ['application/x-pem-file', 'application/x-pem-file'],
    ['application/x-pem-file, text/plain', 'application/x-pem-file'],
    ['*/*, application/x-pem-file', 'application/x-pem-file'],
    ['image/png', 'application/json'],
    ['text/plain;q=x', 'application/json'],
  ])('%s: %s', (accept, type) => expect(preferredType(accept, ours)).toBe(type));
});
