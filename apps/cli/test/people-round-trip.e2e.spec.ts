import { peopleIn, usePeople } from './use-people.js';

describe('people that are exported, edited and imported', () => {
  const people = usePeople();

  it('are unchanged, and nothing is reported', async () => {
    const table = await people.export();
    const lines = table.trimEnd().split('\r\n').length - 1;
    expect(lines).toBe(4);
    const { said, code } = await people.import(people.admin.portal, table);
    expect([said, code]).toEqual([['4 lines: 0 created, 0 updated, 4 unchanged, 0 bad.'], undefined]);
    expect(await people.export()).toBe(table);
  });

  it('change where they were edited', async () => {
    const edited = (await people.export()).replace("'=Ana", 'Anna');
    const { said } = await people.import(people.admin.portal, edited);
    expect(said).toEqual(['4 lines: 0 created, 1 updated, 3 unchanged, 0 bad.']);
    expect(await people.export()).toContain('Anna');
    await people.import(people.admin.portal, edited.replace('Anna', "'=Ana"));
  });

  it('are the same in another portal', async () => {
    const other = await people.portalWithFields('second.learning.localhost');
    const table = await people.export();
    const { said } = await people.import(other.portal, table);
    expect(said).toEqual(['4 lines: 4 created, 0 updated, 0 unchanged, 0 bad.']);
    expect(peopleIn(await people.export(other))).toEqual(peopleIn(table));
    expect(peopleIn(table)).toHaveLength(3);
  });
});
