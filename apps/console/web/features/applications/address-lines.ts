import type { Translate } from '../../texts/translate.js';
import { fieldSentence } from '../../ui/field-sentence.js';

/** Addresses as they are written: one a line. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The sentence for an address that the service refuses. */
export const addressSentence = (error: Error | null, t: Translate): string | undefined =>
  fieldSentence(error, (path) => path.startsWith('redirect_uri'), t);
