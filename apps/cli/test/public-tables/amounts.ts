import { basics, formatMap, type TableCase } from './table-case.js';

/** A table of prices, one a row; cells with commas are quoted. */
function prices(
  cells: Record<string, object | string>,
  price: object = {},
  more: object = {},
): Omit<TableCase, 'name'> {
  const texts = Object.keys(cells);
  const rows = texts.map((text, index) => `${index + 1},T,"${text}"`);
  return {
    target: 'catalogue',
    file: ['id,title,price', ...rows].join('\n'),
    map: formatMap({ ...basics, 'pricing.price': { from: 'price', ...price } }, more),
    lines: Object.fromEntries(
      Object.values(cells).map((right, index) => [
        index + 2,
        typeof right === 'string' ? right : { external_id: String(index + 1), title: 'T', ...right },
      ]),
    ),
  };
}
const withPrice = (price: number, currency?: string) => ({
  pricing: { price, ...(currency && { currency }) },
});

export const amounts: TableCase[] = [
  {
    name: 'dollars that the map says',
    ...prices(
      { '$19.99': withPrice(19.99, 'AUD'), '19.99': withPrice(19.99, 'AUD'), '€ 20': 'is not in AUD' },
      {},
      { defaults: { type: 'course', pricing: { currency: 'AUD' } } },
    ),
  },
  {
    name: 'words in place of prices',
    ...prices(
      {
        Free: withPrice(0),
        'ON REQUEST': {},
        'from 20': 'which is not a currency',
        '20/month': 'which is not a currency',
        '#N/A': 'error of a spreadsheet',
      },
      { values: { free: 0, 'on request': '' } },
    ),
  },
  {
    name: 'a column of currencies beside',
    target: 'catalogue',
    file: 'id,title,price,cur\n1,T,20.50,EUR\n2,T,20 €,EUR\n3,T,20 €,USD\n4,T,$5,USD\n',
    map: formatMap({ ...basics, 'pricing.currency': 'cur', 'pricing.price': 'price' }),
    lines: {
      2: { external_id: '1', title: 'T', ...withPrice(20.5, 'EUR') },
      3: { external_id: '2', title: 'T', ...withPrice(20, 'EUR') },
      4: 'is not in USD, which pricing.currency says',
      5: { external_id: '4', title: 'T', ...withPrice(5, 'USD') },
    },
  },
  {
    name: 'ratings and counts',
    target: 'catalogue',
    file: 'id,title,stars,count\n1,T,4.7,5.3k\n2,T,"4,7",1200\n3,T,4.333,12\n4,T,4.69502,12.5\n5,T,5/5,1\n',
    map: formatMap({ ...basics, 'ratings.five_star_rating': 'stars', 'ratings.ratings_count': 'count' }),
    lines: {
      2: { external_id: '1', title: 'T', ratings: { five_star_rating: 4.7, ratings_count: 5300 } },
      3: { external_id: '2', title: 'T', ratings: { five_star_rating: 4.7, ratings_count: 1200 } },
      4: 'column "stars": "4.333" may be 4.333 or 4333',
      5: 'column "count": "12.5" is not an integer',
      6: 'column "stars": "5/5" is not a number',
    },
  },
  {
    name: 'identifiers that a spreadsheet has shortened',
    target: 'catalogue',
    file: 'id,title\n1.23457E+12,T\n0012,T\n',
    map: formatMap(basics),
    lines: { 2: 'a long number that a spreadsheet has shortened', 3: { external_id: '0012', title: 'T' } },
  },
];
