import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

const api = useResourceApi();

/** An administrator of a new portal, which has one text of each title. */
async function createPortal(provider: string, titles: string[]): Promise<TestAccount> {
  const admin = await api.administrator();
  const seed = await api.catalogue();
  await seed.provider(provider, admin.portal.id);
  await seed.load(
    titles.map((title, index) => ({ provider, external_id: `t${index}`, type: 'text', title })),
  );
  return admin;
}

async function search(actor: TestAccount, keyword: string): Promise<string[]> {
  const answer = await actor.get(
    `/v2/learning-objects?sort=title&limit=50&keyword=${encodeURIComponent(keyword)}`,
  );
  return answer.body.hits.map((hit: { title: string }) => hit.title);
}

describe('GET /v2/learning-objects: words as each script writes them', () => {
  let acme: TestAccount;

  const titles = [
    '企业信息安全培训课程',
    '大学与学生',
    '大学生活动',
    '情報セキュリティ研修',
    'ｾｷｭﾘﾃｨ入門',
    'ความปลอดภัยในการทำงาน',
    'ข้อมูลลูกค้า',
    'ຄວາມປອດໄພໃນບ່ອນເຮັດວຽກ',
    'សុវត្ថិភាពព័ត៌មាន',
    'အချက်အလက်လုံခြုံရေး',
    '산업안전교육',
    'SAP安全基础',
    'eLearning basics',
    'The E-Learning handbook',
    'COVID-19-Schulung',
    'Covid19 at work',
    'SARS–CoV‑2',
    'من می\u200cخواهم',
    'من میخواهم بدانم',
    'שָׁלוֹם לכולם',
    'שלום עולם',
    'المُدَرِّسُ الجديد',
    'أساسيات الإدارة ٣',
    'مدیریت کیفیت ۲۰۲۶',
    'सुरक्षा प्रशिक्षण',
    'कोर्स ३',
    'Waste\u00admanagement',
  ];

  beforeAll(async () => {
    acme = await createPortal('acme', titles);
    const seed = await api.catalogue();
    await seed.load([
      { provider: 'acme', external_id: 'long', type: 'text', title: 'Long', description: '' },
    ]);
  });

  it.each([
    ['安全', ['企业信息安全培训课程', 'SAP安全基础']],
    ['信息安全培训', ['企业信息安全培训课程']],
    ['全', ['企业信息安全培训课程', 'SAP安全基础']],
    ['安全 企业', ['企业信息安全培训课程']],
    ['安息', []],
    // a phrase, not its pairs
    ['大学生', ['大学生活动']],
    ['セキュリティ', ['情報セキュリティ研修', 'ｾｷｭﾘﾃｨ入門']],
    ['ｾｷｭﾘﾃｨ', ['情報セキュリティ研修', 'ｾｷｭﾘﾃｨ入門']],
    ['報セ', ['情報セキュリティ研修']],
    ['ความปลอดภัย', ['ความปลอดภัยในการทำงาน']],
    ['ข้อมูล', ['ข้อมูลลูกค้า']],
    ['ลูกค้า', ['ข้อมูลลูกค้า']],
    ['ປອດໄພ', ['ຄວາມປອດໄພໃນບ່ອນເຮັດວຽກ']],
    ['ព័ត៌មាន', ['សុវត្ថិភាពព័ត៌មាន']],
    ['លុំ', []],
    ['လုံခြုံရေး', ['အချက်အလက်လုံခြုံရေး']],
    ['안전', ['산업안전교육']],
    ['SAP安全', ['SAP安全基础']],
    ['sap', ['SAP安全基础']],
    ['安全 sap', ['SAP安全基础']],
    ['e-learning', ['eLearning basics', 'The E-Learning handbook']],
    ['eLearning', ['eLearning basics', 'The E-Learning handbook']],
    ['e‐learning basics', ['eLearning basics']],
    ['covid19', ['COVID-19-Schulung', 'Covid19 at work']],
    ['covid-19', ['COVID-19-Schulung', 'Covid19 at work']],
    ['covid19 schulung', ['COVID-19-Schulung']],
    ['sarscov2', ['SARS–CoV‑2']],
    ['sars-cov-2', ['SARS–CoV‑2']],
    ['می\u200cخواهم', ['من می\u200cخواهم', 'من میخواهم بدانم']],
    ['میخواهم', ['من می\u200cخواهم', 'من میخواهم بدانم']],
    ['می خواهم', ['من می\u200cخواهم']],
    ['שלום', ['שָׁלוֹם לכולם', 'שלום עולם']],
    ['שָׁלוֹם', ['שָׁלוֹם לכולם', 'שלום עולם']],
    ['المدرس', ['المُدَرِّسُ الجديد']],
    ['اساسيات', ['أساسيات الإدارة ٣']],
    ['الاداره 3', ['أساسيات الإدارة ٣']],
    ['مديريت كيفيت', ['مدیریت کیفیت ۲۰۲۶']],
    ['کیفیت 2026', ['مدیریت کیفیت ۲۰۲۶']],
    ['कोर्स 3', ['कोर्स ३']],
    ['सुरक्षा', ['सुरक्षा प्रशिक्षण']],
    ['wastemanagement', ['Waste\u00admanagement']],
  ])('keyword "%s" finds %j', async (keyword, expected) => {
    expect((await search(acme, keyword)).toSorted()).toEqual(expected.toSorted());
  });

  it('ranks a title that is the keyword first, then those that contain it', async () => {
    const seed = await api.catalogue();
    await seed.load([
      { provider: 'acme', external_id: 'exact', type: 'text', title: '培训' },
      { provider: 'acme', external_id: 'text', type: 'text', title: 'Training', summary: '培训' },
    ]);
    const answer = await acme.get(`/v2/learning-objects?keyword=${encodeURIComponent('培训')}`);
    expect(answer.body.hits.map((hit: { title: string }) => hit.title)).toEqual([
      '培训',
      '企业信息安全培训课程',
      'Training',
    ]);
  });

  it('stores the longest description without blanks, and finds its beginning', async () => {
    const seed = await api.catalogue();
    const character = (place: number) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000));
    const description = Array.from({ length: 100_000 }, (_, place) => character(place * place)).join('');
    await seed.load([{ provider: 'acme', external_id: 'long', type: 'text', title: 'Long', description }]);
    expect(await search(acme, description.slice(10_000, 10_100))).toEqual(['Long']);
  });
});

describe('GET /v2/learning-objects: one character written in several ways', () => {
  let globex: TestAccount;

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
    globex = await createPortal('globex', titles);
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
    expect(await search(globex, keyword)).toEqual(expected);
  });
});
