import { STEMMERS } from '../functions/learning/stemmers.js';
import { composed } from '../functions/learning/composed.js';
import { isStopWord } from '../functions/learning/is-stop-word.js';
import { plain } from '../functions/learning/plain.js';
import { stem } from '../functions/learning/stem.js';
import { stemBy } from '../functions/learning/stem-by.js';
import { stemmer } from '../functions/learning/stemmer.js';
import { Baseline } from './baseline.js';

/** How words are read, in documents and in queries. */
export class SearchWords20261127001800 extends Baseline {
  name = 'SearchWords20261127001800';
  parts = [dictionaries, composed, plain, stemmer, stem, stemBy, isStopWord, words];
}

/** Without stop words: which words carry no meaning is decided when a query is read. */
const dictionaries = Object.entries(STEMMERS)
  .map(
    ([code, language]) =>
      `create text search dictionary learning.stem_${code} (template = snowball, language = '${language}');`,
  )
  .join('\n');

const words = /* sql */ `
  -- Words as people write them, unaccented, with their stem in the language they were found in. Each belongs to a portal,
  -- so that it tells nothing to others.
  create table learning.search_word (
    surface text collate "C" not null,
    language text collate "C" not null,                    -- two letters
    lexeme text collate "C" not null,
    portal_id int not null,                                -- 0: of documents that other portals may see
    primary key (portal_id, surface, language)
  );
  -- all forms of one stem
  create index search_word_stem on learning.search_word (portal_id, lexeme, language);
  grant select, insert on learning.search_word to lp_api;
  grant select, insert, delete on learning.search_word to lp_worker;
`;
