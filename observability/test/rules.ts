import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

export interface RuleFile {
  groups: { name: string; rules: AlertRule[] }[];
}

export const RULES_FILE = join('observability', 'prometheus', 'rules.yml');

export const readRules = (): RuleFile => parse(readFileSync(RULES_FILE, 'utf8')) as RuleFile;
export const listRules = ({ groups }: RuleFile): AlertRule[] => groups.flatMap(({ rules }) => rules);

/** The committed rules but for how long a condition has to hold before the alert fires. */
export function hastyRules(): RuleFile {
  const file = readRules();
  for (const rule of listRules(file)) delete rule.for;
  return file;
}
