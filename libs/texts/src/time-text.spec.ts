import { timeText } from './index.js';

it.each([
  ['en', '31 Jan 2026, 06:29\u00a0UTC'],
  ['de', '31. Jan. 2026, 06:29\u00a0UTC'],
  ['fr', '31 janv. 2026, 06:29\u00a0UTC'],
] as const)('a moment has its hour and names its zone: %s', (language, text) => {
  expect(timeText(language, new Date('2026-01-31T06:29:13Z'))).toBe(text);
});
