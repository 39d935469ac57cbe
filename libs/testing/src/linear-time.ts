/** How often both lengths are measured: other work on the machine, garbage and compiling make single ones dearer. */
const TRIES = 5;
/** Milliseconds that neither length nor growth explains: the resolution of the clock, and the garbage of others. */
const RESOLUTION_MS = 20;

/**
 * Asserts that the processor time of `work` grows with the length of its input as a line does, and not as a square.
 * An input of this length is compared with one a quarter as long.
 * @param work does its work for an input of that length
 * @throws Error with the milliseconds of both when it grows more than that in every measurement
 */
export function expectLinearTime(length: number, work: (length: number) => void): void {
  let [quarter, whole] = [Infinity, Infinity];
  // all tries: a quarter that was dear by chance would excuse a square
  for (let time = 1; time <= TRIES; time += 1)
    quarter = Math.min(
      quarter,
      measureProcessorMs(() => work(Math.ceil(length / 4))),
    );
  for (let time = 1; time <= TRIES; time += 1) {
    whole = Math.min(
      whole,
      measureProcessorMs(() => work(length)),
    );
    // a line takes four times as long, a square sixteen times
    if (whole < 8 * quarter + RESOLUTION_MS) return;
  }
  throw new Error(`${whole.toFixed(1)} ms for ${length}, ${quarter.toFixed(1)} ms for a quarter of that`);
}

function measureProcessorMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
