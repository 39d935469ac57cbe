import { useDatabase } from '@app/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoryLocks } from './advisory-locks.js';

interface Lock {
  number: number;
  excludes: string;
  functions?: readonly string[];
}

const locks = Object.entries(advisoryLocks as Record<string, Lock>);
const root = join(__dirname, '../../../..');
/** Takes, tries or releases an advisory lock; the first argument follows. */
const call = /pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared)?\s*\(\s*([^,)]*)/g;
const anyNumber = /\b75\d\d\b/g;

function sources(): { path: string; text: string }[] {
  return ['apps', 'libs'].flatMap((tree) =>
    (readdirSync(join(root, tree), { recursive: true }) as string[])
      .filter((path) => path.endsWith('.ts') && !/schema\/(functions|migrations)\//.test(path))
      .map((path) => join(tree, path))
      .filter((path) => !/advisory-locks(\.spec)?\.ts$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}

describe('advisory locks', () => {
  const harness = useDatabase();

  it('each have a number and a description, and share no number', () => {
    expect(new Set(locks.map(([, { number }]) => number)).size).toBe(locks.length);
    for (const [, { excludes }] of locks) expect(excludes.length).toBeGreaterThan(20);
  });

  it('are taken in TypeScript only by name, each by one function', () => {
    const places = new Map<string, Set<string>>();
    const bad: string[] = [];
    let calls = 0;
    for (const { path, text } of sources()) {
      for (const [, argument] of text.matchAll(call)) {
        calls += 1;
        if (!/lockNumber\.\w+|^hashtextextended/.test(argument!)) bad.push(`${path}: ${argument}`);
      }
      for (const [, name] of text.matchAll(/lockNumber\.(\w+)/g)) {
        if (path.includes('.spec.') || path.includes('/test/')) continue;
        places.set(name!, (places.get(name!) ?? new Set()).add(path));
      }
    }
    expect(calls).toBeGreaterThan(8);
    expect(bad).toEqual([]);
    const ofTypeScript = locks.filter(([, { functions }]) => !functions).map(([name]) => name);
    expect([...places.keys()].sort()).toEqual(ofTypeScript.sort());
    expect([...places].filter(([, paths]) => paths.size > 1)).toEqual([]);
  });

  it('are taken in SQL only by the functions in the list', async () => {
    const functions = await harness.db.many<{ name: string; source: string }>(`
      select n.nspname || '.' || p.proname as name, p.prosrc as source
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema')`);
    const placesByNumber = new Map<number, Set<string>>();
    for (const { name, source } of functions) {
      const isAbout = /advisory/.test(source);
      for (const [, argument] of source.matchAll(call)) expect(argument).toMatch(/^75\d\d$/);
      for (const [number] of isAbout ? source.matchAll(anyNumber) : [])
        placesByNumber.set(Number(number), (placesByNumber.get(Number(number)) ?? new Set()).add(name));
    }
    const listed = locks.filter(([, { functions }]) => functions);
    expect(
      Object.fromEntries([...placesByNumber].sort().map(([number, names]) => [number, [...names].sort()])),
    ).toEqual(
      Object.fromEntries(listed.map(([, { number, functions }]) => [number, [...functions!].sort()])),
    );
  });
});
