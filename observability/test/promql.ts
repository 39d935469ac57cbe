const keywords = new Set([
  ...[
    'by',
    'without',
    'on',
    'ignoring',
    'group_left',
    'group_right',
    'bool',
    'offset',
    'and',
    'or',
    'unless',
  ],
]);

/** The metrics and labels that an expression of PromQL names. */
export function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const labels: string[] = [];
  const without = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\{([^}]*)\}/g, (_all, matchers: string) => {
      for (const [, label] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) labels.push(label!);
      return ' ';
    })
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_all, names: string) => {
      labels.push(...names.split(',').map((name) => name.trim()));
      return ' ';
    });
  const metrics = [...without.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\(?)/g)]
    .filter(([, name, bracket]) => bracket === '' && !keywords.has(name!))
    .map(([, name]) => name!);
  return { metrics, labels };
}
