import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { NotFound, sha256 } from '@app/kernel';
import { addToCount } from '@app/limits';
import type { QuizAnswers } from './answers.js';
import type { OpenResult } from './opened.js';
import { Parts } from './parts.js';

export type Learner =
  | { kind: 'account'; id: number }
  | { kind: 'package'; portalId: number; network: string };

/**
 * Checks the answers that learners give in the player; the page does not know which are right. The number of checks is
 * limited, but no quiz is locked after one: previews and packages can be opened again at will, and only the LMS knows
 * the people who use a package.
 */
@Injectable()
export class QuizChecks {
  constructor(
    private readonly database: Database,
    private readonly parts: Parts,
  ) {}

  /**
   * Whether each question of the item was answered rightly.
   * @throws NotFound when the page has no such quiz, or may not be displayed; LimitReached
   */
  async check(
    page: OpenResult,
    { item: id, answers }: QuizAnswers,
    learner: () => Learner,
  ): Promise<{ results: boolean[] }> {
    const { questions } = (await this.parts.one(page, id)).content;
    if (!questions) throw new NotFound('quiz');
    await this.#count(learner(), id);
    return { results: questions.map(({ correct }, place) => answers[place] === correct) };
  }

  async #count(learner: Learner, item: number): Promise<void> {
    if (learner.kind === 'account')
      return addToCount(this.database, 'previewed_quiz_checks', `${learner.id} ${item}`);
    const { portalId, network } = learner;
    const owner = sha256(`${portalId} ${item} ${network}`).toString('base64url');
    return addToCount(this.database, 'packaged_quiz_checks', owner);
  }
}
