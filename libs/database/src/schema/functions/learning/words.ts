import { dbFunction } from '../../db-function.js';

/** The words of a text, and its compounds as one word. A zero-width non-joiner is a hyphen: Persian writes it as a blank, too. */
export const words = dbFunction(
  'learning.words',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.words(given text) returns text[] language sql immutable parallel safe as $$
    select string_to_array(learning.plain(h.hyphenated), ' ') || array(select c.word from learning.compounds(h.hyphenated) c)
      from (select translate(given, U&'\\200C', '-')) h(hyphenated)
  $$`,
);
