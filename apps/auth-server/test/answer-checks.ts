import type { AnswerCheck } from '@app/testing';

/** Checks that the answers of each test server match its OpenAPI document; by origin. */
export const answerChecks = new Map<string, AnswerCheck>();
