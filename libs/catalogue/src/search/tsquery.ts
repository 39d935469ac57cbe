/** A parsed tsquery of the catalogue: a condition on lexemes. */
export type LexemeCondition =
  | { lexeme: string }
  | { prefix: string }
  | { all: LexemeCondition[] }
  | { any: LexemeCondition[] };

const token = /\s*(?:([&|()])|'((?:[^'\\]|''|\\\\)*)'(:\*)?)/y;

/**
 * Reads the part of Postgres' tsquery syntax that the catalogue uses: quoted lexemes, `:*`, `&`, `|` and parentheses.
 * @throws Error for anything else
 */
export function parseTsquery(text: string): LexemeCondition {
  const tokens = [...readTokens(text)];
  let place = 0;
  const next = () => tokens[place]?.[1];

  const list = (operator: '&' | '|', read: () => LexemeCondition): LexemeCondition[] => {
    const conditions = [read()];
    while (next() === operator) {
      place += 1;
      conditions.push(read());
    }
    return conditions;
  };
  const any = (): LexemeCondition => joined('any', list('|', all));
  const all = (): LexemeCondition => joined('all', list('&', single));
  const single = (): LexemeCondition => {
    const [, symbol, quoted, star] = tokens[place] ?? [];
    place += 1;
    if (quoted !== undefined) {
      const lexeme = quoted.replace(/''|\\\\/g, (pair) => pair[0]!);
      return star === undefined ? { lexeme } : { prefix: lexeme };
    }
    if (symbol !== '(') throw new Error(`not a tsquery of the catalogue: ${text}`);
    const inner = any();
    if (next() !== ')') throw new Error(`not a tsquery of the catalogue: ${text}`);
    place += 1;
    return inner;
  };

  const condition = any();
  if (place !== tokens.length) throw new Error(`not a tsquery of the catalogue: ${text}`);
  return condition;
}

function* readTokens(text: string): Generator<RegExpExecArray> {
  const reader = new RegExp(token);
  const end = text.trimEnd().length;
  while (reader.lastIndex < end) {
    const match = reader.exec(text);
    if (!match) throw new Error(`not a tsquery of the catalogue: ${text}`);
    yield match;
  }
}

const joined = (kind: 'all' | 'any', conditions: LexemeCondition[]): LexemeCondition =>
  conditions.length === 1 ? conditions[0]! : kind === 'all' ? { all: conditions } : { any: conditions };
