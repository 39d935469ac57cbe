import { ApiError, type FieldFault } from '../api/api-error.js';
import type { CatalogueKey } from '../texts/en/index.js';
import type { Translate } from '../texts/translate.js';

/** The API's fixed English messages about fields, and their text keys; named groups are values of the text. */
const sentences: readonly (readonly [RegExp, CatalogueKey])[] = [
  [/^(?:is required|must not be (?:empty|blank))$/, 'error.field.required'],
  [/^must be an e-mail address$/, 'error.field.email'],
  [/^must be an (?:absolute|http)\b.*(?:address|URL)$/, 'error.field.address'],
  [/^must use https/, 'error.field.https'],
  [/^must be reachable on the public internet$/, 'error.field.public'],
  [/^must not use this port$/, 'error.field.port'],
  [/^must not contain credentials$/, 'error.field.credentials'],
  [/^must not contain a fragment$/, 'error.field.fragment'],
  [/^must not contain whitespace/, 'error.field.spaces'],
  [/^must be a colour/, 'error.field.color'],
  [/^must be a name: no address/, 'error.field.name'],
  [/^must be one line/, 'error.field.line'],
  [/^must (?:be|have) at most (?<most>\d+) characters$/, 'error.field.characters'],
  [/^must (?:be|have) at most (?<most>\d+)(?: items)?$/, 'error.field.most'],
  [/^must be (?:at least|more than) (?<least>[\d.]+)(?: items| characters)?$/, 'error.field.least'],
  [/^must be a date/, 'error.field.date'],
  [/^must be an integer$/, 'error.field.integer'],
  [/^must be a number$/, 'error.field.number'],
  [/^must be (?:one of: )?(?<values>[^ ]+(?:, .+)+)$/, 'error.field.oneOf'],
];

const codes: Readonly<Record<string, CatalogueKey>> = {
  unknown_manager: 'error.field.unknownManager',
  manager_cycle: 'error.field.managerCycle',
  unknown_learning_object: 'error.field.unknownObject',
};

/** The error of a field and its remedy, in the user's language. @returns undefined if the field is valid */
export function fieldSentence(
  error: Error | null,
  isField: string | ((path: string) => boolean),
  t: Translate,
): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isMeant = typeof isField === 'string' ? (path: string) => path === isField : isField;
  const fault = error.refusal.additional_errors?.find(({ path }) => isMeant(path));
  return fault && faultSentence(fault, t);
}

function faultSentence({ message, error_code: code }: FieldFault, t: Translate): string {
  if (Object.hasOwn(codes, code)) return t(codes[code]!);
  for (const [words, key] of sentences) {
    const match = words.exec(message);
    if (match) return t(key, match.groups);
  }
  return t('error.field.other', { message });
}
