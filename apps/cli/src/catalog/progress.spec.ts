import type { ImportSummary } from '@app/catalogue';
import { showProgress } from './progress.js';

const summary = (lines: number) => ({ lines }) as ImportSummary;

describe('the progress of an import', () => {
  let now = 0;
  let written: string[];
  const out = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) }) as never;

  beforeEach(() => {
    now = 0;
    written = [];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is one line on a terminal, rewritten ten times a second, then ended', () => {
    const progress = showProgress(1_000, out(true));
    progress.update(summary(1), 1);
    now = 2_000;
    progress.update(summary(50), 250);
    now = 2_050;
    progress.update(summary(60), 300);
    progress.stop();
    expect(written).toEqual(['\r\u001b[K25% · 50 lines · 25/s · 6 s left', '\n']);
  });

  it('is a new line every five seconds elsewhere, also for an empty file', () => {
    const progress = showProgress(0, out(false));
    now = 5_000;
    progress.update(summary(0), 0);
    now = 9_000;
    progress.update(summary(10), 10);
    now = 10_000;
    progress.update(summary(20), 20);
    progress.stop();
    expect(written).toEqual(['0% · 0 lines · 0/s\n', '100% · 20 lines · 2/s · 0 s left\n']);
  });
});
