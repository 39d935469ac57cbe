import type { ImportSummary } from '@app/catalogue';

export interface ImportProgress {
  update(summary: Readonly<ImportSummary>, bytes: number): void;
  stop(): void;
}

/** Shows an import's progress: one line, rewritten, on a terminal; a new line now and then elsewhere. */
export function showProgress(totalBytes: number, out: NodeJS.WriteStream = process.stderr): ImportProgress {
  const everyMs = out.isTTY ? 100 : 5_000;
  const [before, after] = out.isTTY ? ['\r\u001b[K', ''] : ['', '\n'];
  const started = performance.now();
  let last = started;
  return {
    update({ lines }, bytes) {
      const now = performance.now();
      if (now - last < everyMs) return;
      last = now;
      const share = Math.min(1, bytes / Math.max(1, totalBytes));
      const rate = Math.round((lines / (now - started)) * 1000);
      const secondsLeft = share > 0 ? Math.ceil(((now - started) * (1 / share - 1)) / 1000) : undefined;
      const rest = secondsLeft === undefined ? '' : ` · ${secondsLeft} s left`;
      out.write(`${before}${Math.floor(100 * share)}% · ${lines} lines · ${rate}/s${rest}${after}`);
    },
    stop: () => void (out.isTTY && out.write('\n')),
  };
}
