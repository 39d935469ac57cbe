const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

const green = (text) => paint(32, text);
const red = (text) => paint(31, text);
const dim = (text) => paint(2, text);

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** A line with the progress of a longer step: rewritten in a terminal, repeated every ten seconds elsewhere. */
export function progress(name, describe) {
  const since = performance.now();
  const show = () => {
    const text = `  ${name.padEnd(12)} ${describe()} (${Math.round((performance.now() - since) / 1000)} s)`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${dim(text)}`);
    else console.log(text);
  };
  show();
  const timer = setInterval(show, process.stdout.isTTY ? 500 : 10_000);
  return {
    end(ok) {
      clearInterval(timer);
      report(name, ok, since);
    },
  };
}

/** One line for a finished step, which replaces another step's progress. */
export function report(name, ok, since, remark = '') {
  const start = process.stdout.isTTY ? '\r\u001b[K' : '';
  console.log(
    `${start}${ok ? green('✓') : red('✗')} ${name.padEnd(12)} ${dim(seconds(since))}${remark && `  ${remark}`}`,
  );
}
