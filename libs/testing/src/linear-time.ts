/**
 * Number of measurements of both lengths: other processes, garbage collection and compiling make single ones slower.
 */
const TRIES = 5;
/** Milliseconds that neither length nor growth explains: the resolution of the clock, and garbage of other work. */
const RESOLUTION_MS = 20;

/**
 * Asserts that the processor time of `work` grows linearly with the length of its input, and not quadratically. An
 * input of this length is compared with one a quarter as long.
 * @param work does its work for an input of that length
 * @throws Error with the milliseconds of both when it grows more than that in every measurement
 */
export function expectLinearTime(length: number, work: (length: number) => void): void {
  let [quarter, whole] = [Infinity, Infinity];
  // the minimum of all measurements: a quarter that was slow by chance would hide quadratic growth
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
    // linear growth takes four times as long, quadratic sixteen times
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
