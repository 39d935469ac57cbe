// Removes comments from the JavaScript of the packages that production needs: node scripts/uncomment.mjs <folder>
// V8 keeps the text of every file it has loaded, and at two bytes a character if one character of it needs two, which
// mostly stand in comments: 3 to 6 MB of each server (docs/benchmarks/memory.md). Lines keep their numbers.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { neededPackages } from './slim.mjs';

const SCRIPT = /\.[cm]?js$/;
/** What a licence asks to be kept. */
const KEPT = /^!|licen[cs]e|copyright|@preserve/i;

/** @param modules a folder of packages, beside which package-lock.json lies @returns how many characters are gone */
export function uncomment(modules) {
  const project = join(modules, '..');
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  let gone = 0;
  for (const path of neededPackages(packages)) {
    // one within another is in the list too
    if (existsSync(join(project, path)))
      for (const file of scriptsIn(join(project, path))) gone += rewrite(file);
  }
  return gone;
}

function scriptsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : scriptsIn(path);
    return entry.isFile() && SCRIPT.test(entry.name) ? [path] : [];
  });
}

function rewrite(file) {
  const text = readFileSync(file, 'utf8');
  const short = withoutComments(text);
  if (short !== text) writeFileSync(file, short);
  return text.length - short.length;
}

/** @returns the text itself if it cannot be parsed, as templates of programs cannot */
export function withoutComments(text) {
  const { comments, errors } = parseSync('any.js', text, { sourceType: 'unambiguous' });
  if (errors.length > 0) return text;
  let left = '';
  let end = 0;
  for (const comment of comments) {
    // `#!` counts as one
    if (KEPT.test(comment.value) || text.startsWith('#!', comment.start)) continue;
    const before = text.slice(end, comment.start);
    const isFirst = /(?:^|\n)[ \t]*$/.test(before);
    const lines = comment.value.replace(/[^\n]/g, '');
    left += isFirst ? before.replace(/[ \t]+$/, '') : before;
    // two words stay two, as do two signs
    left += lines === '' && !isFirst ? ' ' : lines;
    end = comment.end;
  }
  return left + text.slice(end);
}

// not where it is imported: arguments are those of another program there
if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(`${(uncomment(process.argv[2]) / 1e6).toFixed(1)} million characters of comments are gone`);
