import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { composed } from '../functions/learning/composed.js';
import { compounds } from '../functions/learning/compounds.js';
import { pieces } from '../functions/learning/pieces.js';
import { plain } from '../functions/learning/plain.js';
import { words } from '../functions/learning/words.js';
import { writeDocuments } from '../functions/learning/write-documents.js';

/** The search finds words in text without blanks, and ignores hyphens, joiners and vowel points. The next migration rewrites the stored documents. */
export class WordsOfAllScripts20261129000200 implements MigrationInterface {
  name = 'WordsOfAllScripts20261129000200';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, composed, plain, compounds, words, pieces, writeDocuments);
  }

  /** The newer functions stay. */
  async down(): Promise<void> {}
}
