import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

describe('GET /v2/learning-objects: one character written in several ways', () => {
  const api = useResourceApi();
  let acme: TestAccount;

  const titles = [
    'Reducing CO₂',
    'Why CO2 counts',
    'Offices of 40 m²',
    'A ﬁrst ofﬁce',
    'ＷＩＦＩ explained',
    'Cafe\u0301teria rules',
    'Excel™ basics',
    'Yoga, 2½ hours',
    'Room №7',
    'ｶﾀｶﾅ',
  ];

  beforeAll(async () => {
    acme = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.load(
      titles.map((title, index) => ({ provider: 'acme', external_id: `t${index}`, type: 'text', title })),
    );
  });

  it.each([
    ['co2', ['Reducing CO₂', 'Why CO2 counts']],
    ['CO₂', ['Reducing CO₂', 'Why CO2 counts']],
    ['co2 counts', ['Why CO2 counts']],
    // not a word, but the beginning of two
    ['co', ['Reducing CO₂', 'Why CO2 counts']],
    ['co reducing', []],
    ['m2', ['Offices of 40 m²']],
    ['m²', ['Offices of 40 m²']],
    ['first office', ['A ﬁrst ofﬁce']],
    ['ｆｉｒｓｔ', ['A ﬁrst ofﬁce']],
    ['wifi', ['ＷＩＦＩ explained']],
    ['wiﬁ', ['ＷＩＦＩ explained']],
    // stored in NFC
    ['cafeteria', ['Caf\u00e9teria rules']],
    ['Caf\u00e9teria', ['Caf\u00e9teria rules']],
    ['Cafe\u0301teria', ['Caf\u00e9teria rules']],
    ['カタカナ', ['ｶﾀｶﾅ']],
    // symbols that stand for letters or digits but are not part of a word
    ['excel basics', ['Excel™ basics']],
    ['Excel™', ['Excel™ basics']],
    ['2½ hours', ['Yoga, 2½ hours']],
    ['2 hours', ['Yoga, 2½ hours']],
    ['no7', ['Room №7']],
  ])('keyword "%s" finds %j', async (keyword, expected) => {
    const answer = await api.http.get(
      `/v2/learning-objects?sort=title&keyword=${encodeURIComponent(keyword)}`,
      { token: acme.token },
    );
    expect(answer.body.hits.map((hit: { title: string }) => hit.title)).toEqual(expected);
  });
});
