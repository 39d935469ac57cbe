/** One measurement: what `bench/results/latest.json` holds a list of. */
export interface ResultRow {
  /** `<scenario>: <what was measured>`, unlike any other row's. */
  name: string;
  /** The alternative that it was compared with. */
  against: string;
  ours: number;
  /** Null where there is nothing to compare with. */
  theirs: number | null;
  /** `ours / theirs`. */
  ratio: number | null;
  /** Of `ours` and `theirs`. */
  unit: string;
  /** In words, such as `ratio at least 0.9`; `none` for a row that only informs. */
  target: string;
  /** Whether the target is reached; true without one. */
  holds: boolean;
}

/** How one scenario was measured the last time; beside latest.json in `<scenario>.json`. */
export interface Run {
  scenario: string;
  description: string;
  /** ISO 8601. */
  measured: string;
  machine: string;
  /** The lines that it printed: medians, spread, and what else the machine did. */
  printed: string[];
}

/** Everything that docs/performance.md is made from. */
export interface Results {
  rows: ResultRow[];
  runs: Run[];
}

/** The figure that a row must reach. */
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

/** For figures that show where time or memory goes. */
export const noTarget: Target = { text: 'none', isReached: () => true };

/**
 * A row for latest.json, its numbers rounded to three digits; the target is held against the exact ones.
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

/** Three digits, or all those of a whole number. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** The scenario that a row belongs to. */
export const parseScenario = ({ name }: ResultRow): string => name.slice(0, name.indexOf(': '));
