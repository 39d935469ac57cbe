import { assertGoodPassword, passwordFault } from './password-rule.js';

const email = 'Ada.Lovelace@acme.example';

describe('acceptable passwords', () => {
  it.each([
    ['1234567', 'short'],
    ['🔒🔒🔒🔒', 'short'],
    ['12345678', 'common'],
    ['password', 'common'],
    ['PassWord', 'common'],
    ['qwertyuiop', 'common'],
    ['password123', 'common'],
    ['ada.lovelace@acme.example', 'own'],
    ['ADA.lovelace', 'own'],
    ['Learning Platform', 'own'],
    ['LearningPlatform', 'own'],
  ])('%s: %s', async (password, fault) => {
    expect(await passwordFault(password, email)).toBe(fault);
  });

  it.each([
    'Demo-pass-1234',
    'password of mine', // only the exact common ones are refused
    'ada.lovelace1',
    'ünîcödés',
    'тарелкасупа',
  ])('%s is accepted', async (password) => {
    expect(await passwordFault(password, email)).toBeUndefined();
  });

  it('is at most 1,024 bytes long', async () => {
    const long = 'é'.repeat(512);
    expect([await passwordFault(long, email), await passwordFault(`${long}x`, email)]).toEqual([
      undefined,
      'long',
    ]);
  });

  it('rejects at least the 3,000 most common ones of eight characters and more (ASVS 6.2.4)', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const longEnough = dictionary['passwords-common'].filter((word) => [...word].length >= 8);
    expect(longEnough.length).toBeGreaterThan(3_000);
    for (const word of longEnough.slice(0, 3_000)) {
      expect(await passwordFault(word.toUpperCase(), email)).toBe('common');
    }
  });

  it('names the field', async () => {
    await expect(assertGoodPassword('12345678', email, 'user.password')).rejects.toMatchObject({
      status: 400,
      fields: [
        {
          path: 'user.password',
          message: 'is one of the most common passwords',
          error_code: 'password_common',
        },
      ],
    });
  });
});
