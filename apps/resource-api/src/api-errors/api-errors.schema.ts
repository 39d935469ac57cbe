import { listSchema, paging, Text, windowError, withinWindow, WireTime } from '@app/contracts';
import { z } from 'zod';

export const RecordedError = z
  .object({
    id: z.int(),
    time: WireTime,
    client_id: z.string().describe('The application whose token was sent.'),
    client_name: z.string().nullable().describe('Its name; null if it has been removed.'),
    operation: z.string().describe('Method and path, as in this document.'),
    status: z.int(),
    error_code: z.string(),
    ref: z.string().describe('The `ref` of the answer.'),
    fields: z
      .array(z.string())
      .describe('Names of the fields at fault, as in `additional_errors`; at most ten.'),
    remedy: z.string().nullable().describe('What to do about this error code.'),
  })
  .meta({
    id: 'RecordedError',
    example: {
      id: 90210,
      time: '2026-01-31T06:29:13+00:00',
      client_id: 'hr-sync',
      client_name: 'HR sync',
      operation: 'POST /v2/users',
      status: 400,
      error_code: 'validation_failed',
      ref: 'req_5f2c1d7e-9a0b-4c3d-8e1f-2a3b4c5d6e7f',
      fields: ['email'],
      remedy: 'Correct the fields that `additional_errors` names; each entry describes the fault.',
    },
  });
export type RecordedError = z.output<typeof RecordedError>;

export const RecordedErrorPage = listSchema(RecordedError, 'RecordedErrorPage');
export type RecordedErrorPage = z.output<typeof RecordedErrorPage>;

export const ListApiErrorsQuery = z
  .object({
    ...paging(50),
    client_id: Text.optional().describe('Only requests with a token of this application.'),
    operation: Text.optional().describe('Only this operation, such as `POST /v2/users`.'),
    error_code: Text.optional().describe('Only this code.'),
    ref: Text.optional().describe('The request with this `ref`.'),
  })
  .refine(withinWindow, windowError);
export type ListApiErrorsQuery = z.output<typeof ListApiErrorsQuery>;
