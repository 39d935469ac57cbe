/** One measurement; `bench/results/latest.json` is a list of these. */
export interface ResultRow {
  /** `<scenario>: <figure>`, unique among all rows. */
  name: string;
  /** The alternative that it was compared with. */
  against: string;
  ours: number;
  /** Null without an alternative. */
  theirs: number | null;
  ratio: number | null;
  unit: string;
  /** The target in words, such as `ratio at least 0.9`; `none` for a row that only informs. */
  target: string;
  /** Whether the target is reached; true without one. */
  holds: boolean;
}

/** The last measurement of a scenario; stored next to latest.json in `<scenario>.json`. */
export interface Run {
  scenario: string;
  description: string;
  /** ISO 8601. */
  measured: string;
  machine: string;
  /** The printed lines: medians, spread, and other work of the machine. */
  printed: string[];
}

export interface Results {
  rows: ResultRow[];
  runs: Run[];
}

export interface Target {
  text: string;
  isReached(ours: number, ratio: number | null): boolean;
}

export const ratioAtLeast = (bound: number): Target => ({
  text: `ratio at least ${bound}`,
  isReached: (_ours, ratio) => ratio !== null && ratio >= bound,
});

export const ratioAtMost = (bound: number): Target => ({
  text: `ratio at most ${bound}`,
  isReached: (_ours, ratio) => ratio !== null && ratio <= bound,
});

export const atLeast = (bound: number): Target => ({
  text: `at least ${bound.toLocaleString('en')}`,
  isReached: (ours) => ours >= bound,
});

export const atMost = (bound: number): Target => ({
  text: `at most ${bound.toLocaleString('en')}`,
  isReached: (ours) => ours <= bound,
});

/** For figures that explain where time or memory is used. */
export const noTarget: Target = { text: 'none', isReached: () => true };

/**
 * A row for latest.json, with numbers rounded to three digits; the exact numbers are compared with the target.
 * @throws Error when a figure is not a number, which would otherwise be written as null
 */
export function resultRow(row: {
  scenario: string;
  what: string;
  against?: string;
  ours: number;
  theirs?: number;
  unit: string;
  target: Target;
}): ResultRow {
  const { scenario, what, against = 'nothing', ours, theirs = null, unit, target } = row;
  const ratio = theirs === null ? null : ours / theirs;
  if (![ours, theirs ?? 0, ratio ?? 0].every(Number.isFinite))
    throw new Error(`${scenario}: ${what}: ${ours} beside ${theirs} is no measurement`);
  return {
    name: `${scenario}: ${what}`,
    against,
    ours: rounded(ours),
    theirs: theirs === null ? null : rounded(theirs),
    ratio: ratio === null ? null : rounded(ratio),
    unit,
    target: target.text,
    holds: target.isReached(ours, ratio),
  };
}

/** Three significant digits, or all digits of a whole number. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

export const parseScenario = ({ name }: ResultRow): string => name.slice(0, name.indexOf(': '));
