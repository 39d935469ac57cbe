import type { AnswerCheck } from '@app/testing';

/** Hold the answers of each server of these tests against its OpenAPI document; by origin. */
export const answerChecks = new Map<string, AnswerCheck>();
