import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

describe('GET /v2/learning-objects: words as each script writes them', () => {
  const api = useResourceApi();
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
    acme = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.load([
      ...titles.map((title, index) => ({
        provider: 'acme',
        external_id: `t${index}`,
        type: 'text' as const,
        title,
      })),
      { provider: 'acme', external_id: 'long', type: 'text', title: 'Long', description: '' },
    ]);
  });

  const search = async (keyword: string): Promise<string[]> => {
    const answer = await api.http.get(
      `/v2/learning-objects?sort=title&limit=50&keyword=${encodeURIComponent(keyword)}`,
      { token: acme.token },
    );
    return answer.body.hits.map((hit: { title: string }) => hit.title).toSorted();
  };

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
    expect(await search(keyword)).toEqual(expected.toSorted());
  });

  it('ranks a title that is the keyword first, then those that contain it', async () => {
    const seed = await api.catalogue();
    await seed.load([
      { provider: 'acme', external_id: 'exact', type: 'text', title: '培训' },
      { provider: 'acme', external_id: 'text', type: 'text', title: 'Training', summary: '培训' },
    ]);
    const answer = await api.http.get(`/v2/learning-objects?keyword=${encodeURIComponent('培训')}`, {
      token: acme.token,
    });
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
    expect(await search(description.slice(10_000, 10_100))).toEqual(['Long']);
  });
});
