import type { Command } from 'commander';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../apps/cli/src/program.js';

const root = join(__dirname, '..', '..');
const program = createProgram();
const groups = program.commands.map((command) => command.name()).join('|');

/** Commands in texts: behind the name of the program or of its script, or in a code span that begins with a group. */
const places = [
  /(?:`|\$ |-- )learning-platform ([a-z][^`\n]*)/g,
  /npm run cli -- ([a-z][^`\n]*)/g,
  new RegExp(`\`((?:${groups})(?: [^\`\n]*)?)\``, 'g'),
];

/** Whether the words lead to a command or to a group of commands; arguments and options come after it. */
function leadsToCommand(words: string[]): boolean {
  let command: Command = program;
  for (const word of words) {
    if (command.commands.length === 0 || /^[-<]/.test(word)) return true;
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next) return false;
    command = next;
  }
  return true;
}

describe('documents and manifests', () => {
  const named = globSync(['*.md', 'docs/**/*.md', 'k8s/**/*.{yaml,md}'], { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return places.flatMap((place) => [...text.matchAll(place)].map(([, command]) => `${file}: ${command}`));
  });

  it('name only commands that the command line has', () => {
    const splitWords = (line: string) => line.slice(line.indexOf(': ') + 2).split(' ');
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((line) => !leadsToCommand(splitWords(line)))).toEqual([]);
  });

  it.each([
    ['users import people.csv', true],
    ['auth keys', true],
    ['users list', false],
    ['auth rotate-keys', false],
  ])('%s is a command: %s', (line, isCommand) => {
    expect(leadsToCommand(line.split(' '))).toBe(isCommand);
  });
});
