import { LanguageTag, Text, Words } from '@app/contracts';
import { z } from 'zod';

const Title = Words.pipe(z.string().trim().min(1).max(255));

export const CreateLink = z
  .object({
    title: Title,
    url: Text.pipe(
      z.url({ protocol: /^https?$/, error: 'must be an absolute http or https address' }).max(2048),
    ).describe('Any http or https address, including intranet addresses.'),
    description: Words.pipe(z.string().max(100_000)).default(''),
    language: LanguageTag.default('en'),
  })
  .meta({
    id: 'CreateLink',
    example: { title: 'Travel guidelines', url: 'https://intranet.acme.example/travel', language: 'en' },
  });
export type CreateLink = z.output<typeof CreateLink>;

export const CreateManual = z
  .object({
    title: Title,
    provider: Words.pipe(z.string().trim().min(1).max(255)).describe('Who runs the workshop.'),
    language: LanguageTag.default('en'),
  })
  .meta({ id: 'CreateManual', example: { title: 'Forklift licence', provider: 'Fahrschule Nord' } });
export type CreateManual = z.output<typeof CreateManual>;
