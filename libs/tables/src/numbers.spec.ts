import { parseMoney, parseNumber } from './numbers.js';

describe('a number in a cell', () => {
  it.each([
    ['20', 20],
    ['20,50', 20.5],
    ['20.50', 20.5],
    ['0,99', 0.99],
    ['.5', 0.5],
    ['0.125', 0.125],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ["1'234.50", 1234.5],
    ['1’234', 1234],
    ['1 234,5', 1234.5],
    ['1\u00A0234\u202F567', undefined],
    ['1\u202F234\u202F567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['1,00,000', 100_000],
    ['-5', -5],
    ['\u22125,5', -5.5],
    ['5.3k', 5300],
    ['1.1K', 1100],
    ['1,2M', 1_200_000],
    ['4.69502', 4.69502],
    ['4.3330', 4.333],
    ['', undefined],
    ['cheap', undefined],
    ['20 EUR', undefined],
    ['1,23,4', undefined],
    ['12.34.56', undefined],
    ['1e5', undefined],
    ['NaN', undefined],
    ['4/5', undefined],
  ])('%j is %s', (text, number) => {
    if (number === undefined) expect(() => parseNumber(text)).toThrow('is not a number');
    else expect(parseNumber(text)).toBe(number);
  });

  it.each([
    ['1,234', 1234, 1.234],
    ['1.234', 1.234, 1234],
    ['1.000', 1, 1000],
    ['4.333', 4.333, 4333],
    ['12,500k', 12_500_000, 12_500],
  ])('%j is ambiguous, unless the map states the decimal mark', (text, withPoint, withComma) => {
    expect(() => parseNumber(text)).toThrow(/may be .* or .*--decimal/);
    expect(parseNumber(text, '.')).toBe(withPoint);
    expect(parseNumber(text, ',')).toBe(withComma);
  });

  it('does not take the separator of groups for the decimal mark that the map names', () => {
    expect(() => parseNumber('20,50', '.')).toThrow('decimal mark "."');
    expect(() => parseNumber('20.50', ',')).toThrow('decimal mark ","');
  });
});

describe('an amount in a cell', () => {
  it.each([
    ['20', 20, []],
    ['49,00 EUR', 49, ['EUR']],
    ['€ 20', 20, ['EUR']],
    ['€1.234,50', 1234.5, ['EUR']],
    ["CHF 1'234.50", 1234.5, ['CHF']],
    ['Fr. 20.-', 20, ['CHF']],
    ['49,- €', 49, ['EUR']],
    ['£9.99', 9.99, ['GBP']],
    ['1 499 kr', 1499, expect.arrayContaining(['SEK', 'NOK'])],
    ['$19.99', 19.99, expect.arrayContaining(['USD', 'CAD'])],
    ['US$ 19.99', 19.99, ['USD']],
    ['usd 5', 5, ['USD']],
    ['99,90 zł', 99.9, ['PLN']],
    ['₹1,00,000', 100_000, ['INR']],
    ['1\u202F234,50 €', 1234.5, ['EUR']],
  ])('%j is %d in %j', (text, amount, currencies) =>
    expect(parseMoney(text)).toEqual({ amount, currencies }),
  );

  it.each(['20 apples', 'EUR', 'ab 20', '€ 20 / month', '20 EUR per month', '10-20 EUR', '20 % off', 'free'])(
    '%j is refused',
    (text) => expect(() => parseMoney(text)).toThrow(),
  );
});
