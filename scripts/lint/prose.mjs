import { globSync, readFileSync } from 'node:fs';

/** No sentence has these words; each with what to write instead. */
export const refusedWords = new Map([
  ['whoever', 'anybody who, or the actor'],
  ['anew', 'again'],
  ['stands against', 'an actor and a verb'],
  ['is told', 'gets, reads, hears of'],
  ['in vain', 'without effect'],
  ['as good as', 'almost'],
  ['of its own', 'its own, separate'],
  ["nobody's", 'without an owner'],
  ['demanded', 'required'],
]);
const refused = new RegExp(`\\b(${[...refusedWords.keys()].join('|').replace("'", "['’]")})\\b`, 'i');

/** No sentence has more words. */
const MAX_WORDS = 25;

const barePronoun = /^(Who|Whoever|Whose|What|Whatever|Those who)\b/;

/** Where sentences stand: documents, docstrings and comments, titles of tests. */
export const SOURCES = [
  '*.md',
  'docs/**/*.md',
  '{apps,libs,k8s,docs,clients,observability}/**/*.{ts,tsx,mts}',
  'scripts/**/*.mjs',
  '*.{mts,cjs,js}',
];
/** Files of others, generated ones, migrations, which never change, and the spec that has the refused words. */
const isForeign = (path) =>
  /node_modules|(^|\/)dist\/|\/generated\/|\/migrations\/|\/assets\/|prose\.spec\.ts$/.test(path);

/** @returns the paths below the current folder that have prose of ours. */
export const prosePaths = () =>
  globSync(SOURCES)
    .filter((path) => !isForeign(path))
    .sort();

/** Replaced by blanks of the same length, so that lines keep their numbers. */
const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Blocks between markers are generated, and code is no prose. */
const proseOfMarkdown = (text) =>
  text
    .replace(/^( *)```[\s\S]*?^\1```/gm, blank)
    .replace(/<!-- ([\w ]+) -->[\s\S]*?<!-- \/\1 -->/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank);

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** A passage for each paragraph, point, heading and cell. */
function passagesOfMarkdown(source) {
  const passages = [];
  let begun;
  proseOfMarkdown(source)
    .split('\n')
    .forEach((text, index) => {
      const isNew = begun === undefined || /^\s*([-*#|>]|\d+\.)\s?/.test(text);
      if (text.trim() === '') begun = undefined;
      else if (text.trimStart().startsWith('|')) {
        begun = undefined;
        for (const cell of text.split(/(?<!\\)\|/))
          passages.push({ line: index + 1, text: cell, isList: true });
      } else if (isNew) passages.push((begun = { line: index + 1, text }));
      else begun.text += ` ${text}`;
    });
  return passages.map(({ text, ...rest }) => ({ ...rest, text: text.replace(/^\s*(#+|[-*>]|\d+\.)\s/, '') }));
}

const docstring = /\/\*\*(?=\s)([\s\S]*?)\*\//g;
const comment = /(?:^|\s)\/\/ (.*)$/gm;
/** First argument of `it`, `describe` and of what `each` returns, second of `describeWith`. */
const title =
  /(?:\bit|\bdescribe|\bdescribeWith\w*|\))\(\s*(?:'[\w-]+',\s*)?(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`),/g;
/** A title may begin with the ids of misuse cases, such as `A01 and A02`. */
const caseIds = /^[A-JT]\d\d(?:(?:,| and) [A-JT]\d\d)*:? /;

function passagesOfCode(source) {
  const passages = [];
  for (const { 1: text, index } of source.matchAll(docstring)) {
    const plain = text.replace(/^\s*\* ?/gm, ' ').replace(/\n/g, ' ');
    for (const part of plain.split(/(?=@(?:param|returns|throws)\b)/)) {
      passages.push({
        line: lineAt(source, index),
        text: part,
        isDocstring: true,
        isList: part.startsWith('@throws'),
      });
    }
  }
  for (const { 1: text, index } of source.matchAll(comment))
    passages.push({ line: lineAt(source, index + 1), text });
  for (const { 1: one, 2: two, 3: three, index } of source.matchAll(title)) {
    const text = (one ?? two ?? three).replace(caseIds, '');
    passages.push({ line: lineAt(source, index), text, isTitle: true });
  }
  return passages;
}

/**
 * @param isList whether a semicolon divides cases, as in a cell or after `@throws`
 * @returns the sentences of a passage, without code spans
 */
export const splitSentences = (text, isList = false) =>
  text
    .replace(/`[^`]*`/g, '`')
    .replace(/\s+/g, ' ')
    .split(isList ? /(?<=[.!?;])["”’)*_]*\s+/ : /(?<=[.!?])["”’)*_]*\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

const countWords = (sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}`]/u.test(word)).length;

/**
 * Finds the sentences of a file that are not plain. One begins with an actor or a thing, never with a bare “What” or
 * “Who”.
 * @param path decides how the text is read
 * @returns findings with the line on which the passage begins
 */
export function findingsIn(path, source) {
  const passages = path.endsWith('.md') ? passagesOfMarkdown(source) : passagesOfCode(source);
  return passages.flatMap(({ line, text, isDocstring = false, isTitle = false, isList = false }) =>
    splitSentences(text, isList).flatMap((sentence) => {
      const rules = [];
      const [word] = refused.exec(sentence) ?? [];
      if (word) rules.push(`“${word}”, better: ${refusedWords.get(word.toLowerCase().replace('’', "'"))}`);
      const count = countWords(sentence);
      if (count > MAX_WORDS) rules.push(`${count} words`);
      // cells, and cases after a semicolon, may be words such as “what”
      const begins = (isDocstring && !isList) || isTitle ? new RegExp(barePronoun, 'i') : barePronoun;
      if (begins.test(sentence) && !sentence.endsWith('?')) rules.push('begins with a bare pronoun');
      return rules.map((rule) => ({ line, rule, sentence }));
    }),
  );
}

/**
 * `npm run lint -- prose [paths]`: prints the sentences that are not plain.
 * @returns the exit code: 1 if there is one
 */
export function lintProse(paths) {
  let faults = 0;
  for (const path of paths.length > 0 ? paths : prosePaths()) {
    for (const { line, rule, sentence } of findingsIn(path, readFileSync(path, 'utf8'))) {
      faults += 1;
      console.log(`${path}:${line}: ${rule}: ${sentence.slice(0, 160)}`);
    }
  }
  console.log(`${faults} sentences that are not plain`);
  return faults > 0 ? 1 : 0;
}
