import createIgnore from '@balena/dockerignore';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An instruction `COPY` of a Dockerfile. */
export interface CopyInstruction {
  /** Relative to the build context, or to the root of the stage it copies from. */
  sources: string[];
  target: string;
  /** The stage it copies from; without it, it copies from the build context. */
  stage?: string;
}

/** The tracked files that `docker build .` sends to the engine: those that `.dockerignore` leaves in. */
export function listBuildContext(): string[] {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  return createIgnore().add(readFileSync('.dockerignore', 'utf8')).filter(tracked);
}

/** @throws Error at an instruction in a form that the Dockerfile does not use today */
export function listCopies(dockerfile: string): CopyInstruction[] {
  return [...dockerfile.matchAll(/^(?:COPY|ADD) .*$/gm)].map(([line]) => {
    if (/^ADD|[[\\]/.test(line)) throw new Error(`this form of COPY is not read: ${line}`);
    const words = line.split(/\s+/).slice(1);
    const paths = words.filter((word) => !word.startsWith('--'));
    const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    return { sources: paths.slice(0, -1), target: paths.at(-1)!, ...(stage && { stage }) };
  });
}

/** The sources of these instructions that the build context lacks: each fails `docker build`. */
export const listMissingSources = (
  copies: readonly CopyInstruction[],
  context: readonly string[],
): string[] =>
  copies
    .filter(({ stage }) => stage === undefined)
    .flatMap(({ sources }) => sources)
    .filter(
      (source) =>
        !context.some((file) => file === source || file.startsWith(`${source.replace(/\/$/, '')}/`)),
    );
