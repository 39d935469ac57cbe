import { formatTable } from './table.js';

describe('formatTable', () => {
  it('aligns columns, numbers to the right', () => {
    const rows = [
      { id: 3, host: 'partner.example', failures: 12 },
      { id: 40, host: 'x.example', failures: 7 },
    ];
    expect(formatTable(rows).split('\n')).toEqual([
      'id  host             failures',
      '--  ---------------  --------',
      ' 3  partner.example        12',
      '40  x.example               7',
    ]);
  });

  it('shortens long values and removes cursor movements from partners’ answers', () => {
    const [, , line = ''] = formatTable([{ answer: `\u001b[2J${'x'.repeat(80)}\n` }]).split('\n');
    expect(line).toHaveLength(48);
    expect(line).toMatch(/^ \[2Jx+…$/);
  });
});
