import type { Translate } from '../../texts/translate.js';
import { fieldSentence } from '../../ui/field-sentence.js';

/** Reads addresses, one a line. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The message for an address that the API refuses. */
export const addressSentence = (error: Error | null, t: Translate): string | undefined =>
  fieldSentence(error, (path) => path.startsWith('redirect_uri'), t);
