import { execFile } from 'node:child_process';

/** A command of a document, and the lines that the document shows below it. */
export interface ShownCommand {
  command: string;
  output: string;
}

/** The commands of all blocks ```console: lines with `$`, with `>` where they go on; others are what is printed. */
export function parseCommands(markdown: string): ShownCommand[] {
  const blocks = [...markdown.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const lines = part.trimEnd().split('\n');
        const isCommand = (line: string, index: number) => index === 0 || line.startsWith('> ');
        const end = lines.findIndex((line, index) => !isCommand(line, index));
        const command = lines.slice(0, end === -1 ? undefined : end).map((line) => line.replace(/^> /, ''));
        return { command: command.join('\n'), output: end === -1 ? '' : lines.slice(end).join('\n') };
      }),
  );
}

/** The output that a document shows, as a pattern; `...` stands for anything within a line. */
export const toPattern = (output: string): RegExp =>
  new RegExp(`^${output.split('...').map(literally).join('.*')}$`);

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Runs commands in one shell. @returns what each printed @throws Error at the first that fails, with all that was printed */
export async function runInShell(
  commands: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string[]> {
  const mark = '\u0001';
  const script = ['set -euo pipefail', ...commands.flatMap((command) => [`printf '${mark}'`, command])].join(
    '\n',
  );
  const output = await new Promise<string>((done, failed) => {
    execFile('bash', ['--norc', '-c', script], { ...options, maxBuffer: 1 << 26 }, (error, out, errors) =>
      error ? failed(new Error(`${out.replaceAll(mark, '\n$ ')}\n${errors}`)) : done(out),
    );
  });
  return output
    .split(mark)
    .slice(1)
    .map((text) => text.trimEnd());
}
