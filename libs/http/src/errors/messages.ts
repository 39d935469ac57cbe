import { z } from 'zod';

export const REQUIRED = 'is required';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['localeError']>>[0];

const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = {
  email: 'must be an e-mail address',
  url: 'must be an absolute address',
  date: 'must be a date such as 2026-01-31',
  datetime: 'must be a time such as 2026-01-31T06:29:13Z',
};

const unit = (issue: { origin?: unknown }): string =>
  issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' items' : '';

function plain(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue)}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format';
    case 'invalid_union':
      return 'has the wrong format';
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.join(', ')}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
      return 'is not valid';
  }
}

/** Sets the default messages for fields whose schema has none; they are simpler than the library's. */
export const usePlainMessages = (): void => {
  z.config({ localeError: plain });
};
