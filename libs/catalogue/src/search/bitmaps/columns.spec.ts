import type { AnyReader } from '@app/database';
import { BLOCK } from './blocks.js';
import { Columns, type ColumnVersions } from './columns.queries.js';
import { codesAt, decodeValues, emptyValues, encodeValues, replaced } from './columns.js';

const values = (price: number) =>
  replaced(emptyValues(), new Map([[7, { place: 7, price, duration: 5, codes: [9, 70_001] }]]));

describe('decodeValues', () => {
  it('reads what was encoded', () => {
    const read = decodeValues(encodeValues(values(12)))!;
    expect([read.prices[7], read.durations[7], [...codesAt(read, 7)], read.most]).toEqual([
      12,
      5,
      [9, 70_001],
      70_001,
    ]);
  });

  it.each<[string, (data: Buffer) => Buffer | undefined]>([
    ['nothing', () => undefined],
    ['no byte', () => Buffer.alloc(0)],
    ['too little', (data) => data.subarray(0, 1_000)],
    ['codes cut off', (data) => data.subarray(0, -4)],
    ['codes of an unknown size', (data) => Buffer.concat([Buffer.of(3, 0, 0, 0), data.subarray(4)])],
    ['ends out of order', (data) => (data.writeUInt32LE(2 ** 31, 4 + 8 * BLOCK), data)],
  ])('does not read what is damaged: %s', (_, damage) => {
    expect(decodeValues(damage(encodeValues(values(12))))).toBeUndefined();
  });
});

describe('Columns', () => {
  /** Postgres with these columns of values. @returns how many were read, too */
  function reading(there: Map<number, { version: string; data: Buffer }>) {
    const read: number[] = [];
    const reader = {
      many: async (statement: { values: unknown[] }) => {
        const blocks = statement.values[0] as number[];
        read.push(blocks.length);
        await Promise.resolve();
        return blocks.flatMap((block) => {
          const row = there.get(block);
          return row ? [{ block, name: 'values', ...row }] : [];
        });
      },
    } as unknown as AnyReader;
    return { columns: new Columns(reader), read };
  }
  const data = encodeValues(values(12));
  const versions = (count: number, version = 'a'): ColumnVersions =>
    Array.from({ length: count }, (_, block) => [block, 'values', version] as const);
  const stored = (count: number) =>
    new Map(Array.from({ length: count }, (_, block) => [block, { version: 'a', data }]));

  it('are read once for searches at the same time, a few at a time', async () => {
    const { columns, read } = reading(stored(20));
    const found = await Promise.all(Array.from({ length: 5 }, () => columns.read(versions(20))));
    expect(found.map((one) => one?.values.size)).toEqual([20, 20, 20, 20, 20]);
    expect(read).toEqual([8, 8, 4]);
    await columns.read(versions(20));
    expect(read).toHaveLength(3);
  });

  it.each<[string, ColumnVersions, Buffer]>([
    ['is missing', versions(2), data],
    ['has another version', versions(1, 'b'), data],
    ['is damaged', versions(1), Buffer.of(1)],
  ])('tell nothing where one %s', async (_, asked, bytes) => {
    const { columns } = reading(new Map([[0, { version: 'a', data: bytes }]]));
    expect(await columns.read(asked)).toBeUndefined();
  });
});
