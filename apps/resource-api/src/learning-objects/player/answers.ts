import { Id, Integer, listFrom } from '@app/contracts';
import { z } from 'zod';

/** The chosen answers in a quiz, by position; -1 where none was chosen. */
export const QuizAnswers = z.object({
  item: Id,
  answers: listFrom(Integer.pipe(z.int().min(-1).max(1_000)), 200),
});
export type QuizAnswers = z.output<typeof QuizAnswers>;
