import { metricList, type MetricDefinition } from '@app/metrics';
import { describeWith } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './promql.js';
import { readRules, RULES_FILE, listRules } from './rules.js';

const runbooks = readFileSync(join('docs', 'runbooks.md'), 'utf8');

describe('The alert rules', () => {
  const rules = listRules(readRules());

  it('have a severity, a description and a link to the runbook', () => {
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook_url).toBe(`http://localhost:9090/user/runbooks.md#${alert.toLowerCase()}`);
    }
  });

  it('have a runbook each, with the meaning, the checks and the remedy', () => {
    const sections = runbooks.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert));
    for (const section of sections) {
      for (const part of ['**Meaning.**', '**Look at.**', '**Do.**']) expect(section).toContain(part);
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

const folder = join('observability', 'grafana', 'dashboards');
const boards = readdirSync(folder).map((file) => ({
  file,
  board: JSON.parse(readFileSync(join(folder, file), 'utf8')),
}));

/** The metrics of a panel; those of the process itself are prom-client's. */
function describePanel(panel: { targets: { expr: string }[] }): string {
  const names = panel.targets.flatMap(({ expr }) => namesIn(expr).metrics);
  const texts = names.map((name) => {
    const [, ours] = Object.entries<MetricDefinition>(metricList).find(([metric]) =>
      ['', '_bucket', '_count', '_sum'].some((suffix) => metric + suffix === name),
    ) ?? [name, undefined];
    return ours?.help ?? `\`${name}\`, as Prometheus’ own libraries have it.`;
  });
  return [...new Set(texts)].join('\n\n');
}

describe('The dashboards', () => {
  it('describe each panel (UPDATE_DOCS=1 npm run jest observability/test/rules writes it)', () => {
    for (const { file, board } of boards) {
      for (const panel of board.panels) {
        if (process.env['UPDATE_DOCS']) panel.description = describePanel(panel);
        expect([file, panel.title, panel.description]).toEqual([file, panel.title, describePanel(panel)]);
      }
      if (process.env['UPDATE_DOCS'])
        writeFileSync(join(folder, file), `${JSON.stringify(board, undefined, 2)}\n`);
    }
  });

  it('are named after their files, and use the chosen data source, by default the provisioned one', () => {
    const sources = readFileSync(
      join('observability', 'grafana', 'provisioning', 'datasources', 'datasources.yml'),
      'utf8',
    );
    for (const { file, board } of boards) {
      expect(`${board.uid}.json`).toBe(file);
      const [datasource] = board.templating.list;
      expect(datasource).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
      expect(sources).toContain(`uid: ${datasource.current.value}`);
      for (const panel of board.panels) {
        for (const one of [panel, ...panel.targets]) expect(one.datasource.uid).toBe('${datasource}');
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
    const common = ['namespace', 'job', 'instance', 'le'];
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

describe('Two environments in one Prometheus', () => {
  /** Aggregations of an expression that forget the environment. */
  const forgetful = (expr: string): string[] =>
    [...expr.matchAll(/\b(?:sum|max|min|avg|count)\b\s*(?:by\s*\(([^)]*)\))?/g)]
      .filter(([, labels = '']) => !labels.split(/,\s*/).includes('namespace'))
      .map(([aggregation]) => aggregation);

  it.each(listRules(readRules()).map(({ alert, expr }) => [alert, expr]))('are two for %s', (_, expr) => {
    expect(forgetful(expr)).toEqual([]);
  });

  it('are added up by an expression without the namespace', () => {
    expect(forgetful('sum by (job) (a) / sum by (namespace, job) (b) + max(c)')).toEqual([
      'sum by (job)',
      'max',
    ]);
  });

  it('are distinguished on every panel by the chosen namespace', () => {
    for (const { board } of boards) {
      expect(board.templating.list.map(({ name }: any) => name)).toEqual([
        'datasource',
        'namespace',
        'instance',
      ]);
      for (const { targets } of board.panels) {
        for (const { expr } of targets as { expr: string }[]) {
          const selected = [...expr.matchAll(/namespace="\$namespace",instance=~"\$instance"/g)].length;
          expect([expr, selected]).toEqual([expr, namesIn(expr).metrics.length]);
        }
      }
    }
  });
});
