import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { describeSystemError } from '../errors/system-error.js';

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a process runs in production: it does unless its NODE_ENV says otherwise. */
export const isProduction = (env: Environment): boolean =>
  !['development', 'test'].includes(env['NODE_ENV'] ?? '');

/** The values that an environment has for some settings. */
export interface GivenSettings {
  /** The values that were given, by the name of the setting. */
  values: Record<string, string>;
  /** The reasons why variables cannot be used, by name: never a value. */
  faults: Record<string, string>;
}

/** `NAME_FILE` names a file that holds the value of `NAME`, as mounted secrets do. */
const FILE = '_FILE';
/** Names shorter than this are words that an environment may use for something else. */
const MIN_COMPARED_LENGTH = 6;

/**
 * Reads settings from environment variables and from the files that `<NAME>_FILE` names, without their last line
 * break. An empty variable counts as missing.
 * @param names of all settings of the program
 * @param strict whether a variable that nearly bears the name of a setting is a fault
 */
export function readEnvironment(env: Environment, names: readonly string[], strict: boolean): GivenSettings {
  const settings: GivenSettings = { values: {}, faults: {} };
  for (const name of names) {
    const [value, file] = [env[name], env[name + FILE]];
    if (value && file) settings.faults[name] = `is given twice, by ${name} and by ${name + FILE}`;
    else if (value) settings.values[name] = value;
    else if (file) readSecretFile(settings, name, file);
  }
  if (strict) {
    for (const name of Object.keys(env)) {
      const nearest = env[name] ? nearestSetting(name, names) : undefined;
      if (nearest !== undefined) settings.faults[name] = `is not a setting; did you mean ${nearest}?`;
    }
  }
  return settings;
}

function readSecretFile({ values, faults }: GivenSettings, name: string, file: string): void {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (value === '') faults[name + FILE] = `${file} is empty`;
    else values[name] = value;
  } catch (error) {
    faults[name + FILE] = describeSystemError(error) ?? `${file} cannot be read`;
  }
}

/**
 * The setting that a variable with this name probably means. It has other capitals or underscores, or one other
 * letter, or two in a long name.
 * @returns undefined when it is a setting itself, or like none
 */
export function nearestSetting(name: string, names: readonly string[]): string | undefined {
  const all = names.flatMap((setting) => [setting, setting + FILE]);
  if (name.length < MIN_COMPARED_LENGTH || all.includes(name)) return undefined;
  const plain = (text: string) => text.toUpperCase().replaceAll(/[_-]/g, '');
  return all.find((setting) => {
    if (setting.length < MIN_COMPARED_LENGTH) return false;
    return plain(setting) === plain(name) || distance(setting, name) <= (setting.length < 10 ? 1 : 2);
  });
}
