import { metricList, type MetricDefinition } from '@app/metrics';
import { describeWith } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './promql.js';
import { readRules, RULES_FILE, listRules } from './rules.js';

const runbooks = readFileSync(join('docs', 'runbooks.md'), 'utf8');

describe('The alert rules', () => {
  const rules = listRules(readRules());

  it('say how bad it is, what it is, and where the runbook is', () => {
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    }
  });

  it('have a runbook each, which says what it means, where to look and what to do', () => {
    const sections = runbooks.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert));
    for (const section of sections) {
      for (const part of ['**What it means.**', '**Look at.**', '**Do.**']) expect(section).toContain(part);
    }
  });
});

describeWith('promtool', 'promtool', () => {
  it('finds nothing wrong with the rules', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES_FILE], { encoding: 'utf8' })).toContain(
      'SUCCESS',
    );
  });

  it('holds when alerts fire and when they do not', () => {
    const tests = join('observability', 'prometheus', 'rules.test.yml');
    expect(execFileSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })).toContain('SUCCESS');
  });
});

describe('The dashboards', () => {
  const folder = join('observability', 'grafana', 'dashboards');
  const boards = readdirSync(folder).map((file) => ({
    file,
    board: JSON.parse(readFileSync(join(folder, file), 'utf8')),
  }));

  it('are named after their files, and ask the data source that is provisioned', () => {
    const sources = readFileSync(
      join('observability', 'grafana', 'provisioning', 'datasources', 'datasources.yml'),
      'utf8',
    );
    for (const { file, board } of boards) {
      expect(`${board.uid}.json`).toBe(file);
      for (const panel of board.panels) {
        expect(sources).toContain(`uid: ${panel.datasource.uid}`);
        expect(panel.targets.length).toBeGreaterThan(0);
      }
    }
    expect(boards.length).toBeGreaterThan(3);
  });

  it('show every metric of ours, or an alert goes by it', () => {
    const shown = boards.flatMap(({ board }) =>
      board.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr as string)),
    );
    const named = [...shown, ...listRules(readRules()).map(({ expr }) => expr)].flatMap(
      (expr) => namesIn(expr).metrics,
    );
    const isNamed = (name: string) =>
      ['', '_bucket', '_count', '_sum'].some((suffix) => named.includes(name + suffix));
    expect(Object.keys(metricList).filter((name) => !isNamed(name))).toEqual([]);
  });

  it('and the rules name labels that their metrics have', () => {
    const common = ['job', 'instance', 'le'];
    const ownLabels = Object.values<MetricDefinition>(metricList).flatMap(({ labels = [] }) => [...labels]);
    const expressions = [
      ...boards.flatMap(({ board }) => board.panels.flatMap(({ targets }: any) => targets)),
      ...listRules(readRules()),
    ].map(({ expr }) => expr as string);
    for (const expression of expressions) {
      for (const label of namesIn(expression).labels) expect([...common, ...ownLabels]).toContain(label);
    }
  });
});

describe('The reader of PromQL', () => {
  it('finds metrics and labels, and takes neither functions nor keywords for them', () => {
    const expression = `histogram_quantile(0.99, sum by (job, le) (rate(a_bucket{x="b c",y!~"d"}[5m]))) > 2
      and max(e) or sum(increase(f[1h] offset 5m)) == bool g`;
    expect(namesIn(expression)).toEqual({
      metrics: ['a_bucket', 'e', 'f', 'g'],
      labels: ['x', 'y', 'job', 'le'],
    });
  });
});
