import { Color } from '@app/branding';
import { checkDestinationUrl, DestinationRefused, destinationPolicy } from '@app/destinations';
import { usePlainMessages } from '@app/http';
import { z } from 'zod';
import { ApiError } from '../web/api/api-error.js';
import { de } from '../web/texts/de/index.js';
import { en } from '../web/texts/en/index.js';
import { formatText } from '../web/texts/format-text.js';
import type { Translate } from '../web/texts/translate.js';
import { fieldSentence } from '../web/ui/field-sentence.js';

const english: Translate = (key, values) => formatText('en', en[key], values);
const german: Translate = (key, values) => formatText('de', de[key], values);
const refused = (message: string, code = 'invalid') =>
  new ApiError(400, { additional_errors: [{ path: 'field', message, error_code: code }] });

describe('an error of a field', () => {
  beforeAll(usePlainMessages);

  const values: [string, z.ZodType, unknown, string][] = [
    ['nothing', z.string(), undefined, en['error.field.required']],
    ['an empty text', z.string().min(1), '', en['error.field.required']],
    ['half an e-mail address', z.email(), 'ada@acme', en['error.field.email']],
    ['half an address', z.url(), 'acme.example', en['error.field.address']],
    ['a long text', z.string().max(3), 'four', 'Use at most 3 characters.'],
    ['a large number', z.number().max(100), 150, 'At most 100 are possible here.'],
    ['a long list', z.array(z.number()).max(1), [1, 2], 'At most 1 are possible here.'],
    ['a small number', z.number().min(1), 0, 'At least 1 are needed here.'],
    ['a date that there is not', z.iso.date(), '2026-02-31', en['error.field.date']],
    ['a word for a number', z.number(), 'x', en['error.field.number']],
    ['a broken number', z.int(), 1.5, en['error.field.integer']],
    ['no colour', Color, 'red', en['error.field.color']],
    ['a choice that there is not', z.enum(['one', 'other one']), 'x', 'Choose one of: one, other one.'],
  ];
  it.each(values)('is said in a sentence: %s', (_, schema, value, sentence) => {
    const { message } = schema.safeParse(value).error!.issues[0]!;
    expect(fieldSentence(refused(message), 'field', english)).toBe(sentence);
  });

  it.each([
    ['https', en['error.field.address']],
    ['ftp://acme.example', en['error.field.address']],
    ['https://ada:secret@acme.example', en['error.field.credentials']],
    ['https://acme.example/#part', en['error.field.fragment']],
    ['https://acme.example/a b', en['error.field.spaces']],
    ['https://acme.example:22', en['error.field.port']],
    ['https://localhost', en['error.field.public']],
    [`https://acme.example/${'x'.repeat(3_000)}`, 'Use at most 2048 characters.'],
  ])('is said in a sentence: the address %.40s', (address, sentence) => {
    let refusal: unknown;
    try {
      checkDestinationUrl(address, destinationPolicy());
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DestinationRefused);
    expect(fieldSentence(refused((refusal as Error).message), 'field', english)).toBe(sentence);
  });

  it('is said by its code', () => {
    const error = refused('no such learning object: 585', 'unknown_learning_object');
    expect(fieldSentence(error, 'field', english)).toBe(en['error.field.unknownObject']);
  });

  it('is said in the language of the page', () => {
    expect(fieldSentence(refused('must be at most 100'), 'field', german)).toBe(
      'Hier sind höchstens 100 möglich.',
    );
  });

  it('is quoted where no text is known', () => {
    expect(fieldSentence(refused('is odd'), 'field', english)).toBe('The service says: is odd.');
  });

  it('is nothing for another field and another error', () => {
    expect(fieldSentence(refused('is odd'), 'other', english)).toBeUndefined();
    expect(fieldSentence(new Error('x'), 'field', english)).toBeUndefined();
    expect(fieldSentence(null, 'field', english)).toBeUndefined();
  });
});
