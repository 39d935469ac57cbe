import { scheduledTasks, type TaskDefinition } from '@app/scheduled-tasks';

/** The list of scheduled tasks as a Markdown table. */
export function scheduledTasksTable(): string {
  const rows = Object.entries<TaskDefinition>(scheduledTasks).map(
    ([name, { servers: programs, does, everyMs, scope }]) =>
      `| \`${name}\` | ${programs.map((program) => `\`${program}\``).join(', ')} | ${does} | ${interval(everyMs)} | ${scope} |`,
  );
  return [
    '| task | in | what it does | every | who does it |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function interval(ms: number): string {
  const [size, unit] = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
    [1, 'ms'],
  ].find(([least]) => ms >= Number(least)) as [number, string];
  return `${ms / size} ${unit}`;
}
