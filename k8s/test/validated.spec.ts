import { describeWith } from '@app/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { overlay, overlays, render } from './kustomize.js';

/** The smallest version of Kubernetes that docs/operations/install.md names. */
const smallest = /On Kubernetes\*\* \((1\.\d+) or newer\)/.exec(
  readFileSync('docs/operations/install.md', 'utf8'),
)?.[1];
/** The findings for which docs/operations/scale.md gives a reason. */
const MEANT = 'CPU limit is not set';

/** The findings of the program in the manifests of an overlay. */
function said(name: string, program: string, args: string[]): { status: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(
      file,
      render(overlay(name))
        .map((one) => stringify(one))
        .join('---\n'),
    );
    const { status, stdout, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' });
    return { status, lines: `${stdout}${stderr}`.split('\n').filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describeWith('kubectl-validate', 'kubectl-validate', () => {
  it.each(overlays)('finds nothing wrong with k8s/overlays/%s', (name) => {
    const { status, lines } = said(name, 'kubectl-validate', ['--version', smallest!]);
    expect([lines.at(-1), status]).toEqual([expect.stringContaining('OK'), 0]);
  });
});

describeWith('kube-score', 'kube-score', () => {
  it.each(overlays)('finds nothing critical in k8s/overlays/%s but what is meant', (name) => {
    const { lines } = said(name, 'kube-score', ['score', '--output-format', 'ci']);
    expect(lines.length).toBeGreaterThan(20);
    const critical = lines.filter((line) => line.startsWith('[CRITICAL]'));
    expect(critical.filter((line) => !line.endsWith(MEANT))).toEqual([]);
    expect(critical.length).toBeGreaterThan(0);
    expect(readFileSync('docs/operations/scale.md', 'utf8')).toContain('There is no CPU limit');
  });
});
