/** Ordered from specific to general, because most User-Agents also name the browsers they are compatible with. */
const browsers: [name: string, words: RegExp][] = [
  ['Edge', /\bEdgA?(?:iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];
const systems: [name: string, words: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * A readable device name, such as `Chrome 156, Linux`; the start of the User-Agent if its format is unknown; undefined
 * without one. For display only: a User-Agent can be forged.
 */
export function deviceName(userAgent: string | null | undefined): string | undefined {
  if (!userAgent) return undefined;
  const browser = browsers.flatMap(([name, words]) => {
    const version = words.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = systems.find(([, words]) => words.test(userAgent))?.[0];
  if (browser === undefined) return userAgent.slice(0, 40);
  return system === undefined ? browser : `${browser}, ${system}`;
}
