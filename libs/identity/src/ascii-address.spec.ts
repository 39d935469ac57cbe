import { addressKey } from './address-key.js';
import { toAsciiAddress } from './ascii-address.js';
import { Email } from './person.schema.js';

const munich = 'x@xn--mnchen-3ya.example';

describe('an address with an internationalized domain', () => {
  it.each([
    ['x@münchen.example', munich],
    ['x@MÜNCHEN.example', munich],
    ['x@mu\u0308nchen.example', munich],
    ['x@münchen。example', munich],
    [munich, munich],
    ['x@例子.测试', 'x@xn--fsqu00a.xn--0zwm56d'],
    ['x@faß.de', 'x@xn--fa-hia.de'],
    ['X.Y+z@Example.com', 'X.Y+z@Example.com'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(Email.parse(` ${typed} `)).toBe(stored);
    expect(toAsciiAddress(typed)).toBe(stored);
    expect(addressKey(typed)).toBe(stored.toLowerCase());
  });

  it.each([
    'x@münchen',
    'x@münchen.example/a.example',
    'x@münchen.example:80',
    'x@mün%63hen.example',
    'x@ünder_score.example',
    'x@-ü.example',
    'x@ü-.example',
    'x@ü..example',
    'x@ü.example.',
    'x@a\u200cb.example',
    'x@xn--a.example',
    'x@xn--zzzzzz\u0301.example',
    `x@${'ü'.repeat(60)}.example`,
    `x@${'a'.repeat(64)}.example`,
    'x@１２７.0.0.1',
    'x@y@münchen.example',
  ])('%s is refused', (typed) => {
    expect(Email.safeParse(typed).success).toBe(false);
  });

  it.each(['jörg@acme.example', 'пользователь@münchen.example', '李雷@acme.example'])(
    '%s is refused because of the part before the @',
    (typed) => {
      expect(Email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining('only ASCII characters before the @'),
      ]);
    },
  );

  it('is looked up as it was typed where it is no address', () => {
    for (const typed of ['', 'Zoë', 'zoë@', '@ü b', 'x@xn--a.example', 'x@ü_.example'])
      expect(toAsciiAddress(typed)).toBe(typed);
  });
});
