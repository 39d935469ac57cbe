import { dbFunction } from '../../db-function.js';
import { STEMMERS, STOP_LISTS } from './stemmers.js';

/** Whether the word carries no meaning in that language. */
export const isStopWord = dbFunction(
  'learning.is_stop_word',
  { execute: { public: 'computes, and reads no table' } },
  /* sql */ `
  create or replace function learning.is_stop_word(word text, language text)
  returns boolean language sql immutable parallel safe as $$
    select case left(language, 2)
      ${STOP_LISTS.map((code) => `when '${code}' then ts_lexize('pg_catalog.${STEMMERS[code]}_stem', word) = '{}'`).join('\n      ')}
      else false end
  $$`,
);
