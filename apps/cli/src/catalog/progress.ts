import type { ImportSummary } from '@app/catalogue';
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  update(summary: Readonly<ImportSummary>, bytes: number): void;
  stop(): void;
}

/** How far an import is: a bar on a terminal, now and then a line elsewhere. */
export function showProgress(totalBytes: number, out: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now();
  const rate = (summary: Readonly<ImportSummary>) =>
    Math.round((summary.lines / Math.max(1, performance.now() - started)) * 1000);
  if (!out.isTTY) return linesNowAndThen(totalBytes, out, rate);
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% · {lines} lines · {rate}/s · ETA {eta_formatted}',
      stream: out,
      etaBuffer: 50,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(Math.max(1, totalBytes), 0, { lines: 0, rate: 0 });
  return {
    update: (summary, bytes) => bar.update(bytes, { lines: summary.lines, rate: rate(summary) }),
    stop: () => bar.stop(),
  };
}

const LINE_EVERY_MS = 5_000;

function linesNowAndThen(
  totalBytes: number,
  out: NodeJS.WriteStream,
  rate: (summary: Readonly<ImportSummary>) => number,
): Progress {
  let last = performance.now();
  return {
    update(summary, bytes) {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      const percent = Math.floor((100 * bytes) / Math.max(1, totalBytes));
      out.write(`${percent}% · ${summary.lines} lines · ${rate(summary)}/s\n`);
    },
    stop: () => undefined,
  };
}
