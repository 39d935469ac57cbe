import { Id, Integer, listFrom } from '@app/contracts';
import { NotFound } from '@app/kernel';
import { z } from 'zod';
import type { PlayerPage } from './player-page.js';

/** What somebody chose in a quiz, by the place of each answer; -1 where they chose none. */
export const QuizAnswers = z.object({
  item: Id,
  answers: listFrom(z.array(Integer.pipe(z.int().min(-1).max(1_000))).max(200)),
});
export type QuizAnswers = z.output<typeof QuizAnswers>;

/**
 * Whether each question of the item was answered rightly: only the service knows, the page does not.
 * @throws NotFound when the page shows no such quiz, or may not be seen
 */
export function checkAnswers(
  page: PlayerPage | 'refused' | undefined,
  { item: id, answers }: QuizAnswers,
): { results: boolean[] } {
  const item = page && page !== 'refused' ? page.items.find((one) => one.id === id) : undefined;
  const questions = item?.content.questions;
  if (!questions) throw new NotFound('quiz');
  return { results: questions.map(({ correct }, place) => answers[place] === correct) };
}
