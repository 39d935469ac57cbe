const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
];

/** Parses browser and system of a User-Agent; undefined for other programs. */
export function readAgent(userAgent: string): { browser: string; system: string } | undefined {
  const browser = browsers.find(([words]) => words.test(userAgent))?.[1];
  const system = systems.find(([words]) => words.test(userAgent))?.[1];
  return browser && system && userAgent.startsWith('Mozilla/') ? { browser, system } : undefined;
}
