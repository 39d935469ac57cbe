import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scheduledTasks } from './tasks.js';

const root = process.cwd();
const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root }).filter(
  (file) =>
    !file.endsWith('.spec.ts') && !/^(apps\/(bench|tools)|libs\/(testing|scheduled-tasks))\//.test(file),
);
const text = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** Timers that belong to one object and end with it, and so are not tasks. */
const timersOfOneThing = ['apps/webhook-worker/src/delivery/drain/lease.ts'];

describe('the list of scheduled tasks', () => {
  it.each(Object.entries(scheduledTasks))(
    '%s is started by one file, in its programs',
    (name, { servers: programs }) => {
      const places = [...text].filter(([, code]) =>
        new RegExp(`(super|new TaskRunner)\\(\\s*'${name}'`).test(code),
      );
      expect(places).toHaveLength(1);
      const [file] = places[0]!;
      if (file.startsWith('apps/')) expect(programs).toEqual([file.split('/')[1]]);
      else expect(programs.length).toBeGreaterThan(1);
    },
  );

  it('contains everything that a process does periodically', () => {
    const otherFiles = [...text].filter(([, code]) => code.includes('setInterval(')).map(([file]) => file);
    expect(otherFiles).toEqual(timersOfOneThing);
  });
});
