const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

const green = (text) => paint(32, text);
const red = (text) => paint(31, text);
const dim = (text) => paint(2, text);

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function report(name, ok, since, remark = '') {
  console.log(
    `${ok ? green('✓') : red('✗')} ${name.padEnd(12)} ${dim(seconds(since))}${remark && `  ${remark}`}`,
  );
}
