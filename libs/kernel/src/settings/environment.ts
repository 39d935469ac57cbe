import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { describeSystemError } from '../errors/system-error.js';

/** Environment variables in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a process runs in production, which is the default of NODE_ENV. */
export const isProduction = (env: Environment): boolean =>
  !['development', 'test'].includes(env['NODE_ENV'] ?? '');

/** The values of some settings in an environment. */
export interface GivenSettings {
  /** The values that were given, by the name of the setting. */
  values: Record<string, string>;
  /** Why variables cannot be used, by name; never contains a value. */
  faults: Record<string, string>;
}

/** Suffix of a variable that names a file with the value, such as a mounted secret. */
const FILE = '_FILE';
/** Shorter names are words that an environment may use for another purpose. */
const MIN_COMPARED_LENGTH = 6;

/**
 * Reads settings from environment variables and from the files that `<NAME>_FILE` names, without their last line break.
 * An empty variable counts as missing.
 * @param names of all settings of the program
 * @param strict whether a variable whose name is almost that of a setting is a fault
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
 * The setting that a variable with this name probably means: it differs in capitals, underscores, or one letter (two in
 * a long name).
 * @returns undefined when it is a setting itself, or resembles none
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
