import { alterCharacter } from './alter-character.js';

const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];

describe('alterCharacter', () => {
  it('changes that character alone, whatever it was', () => {
    for (const character of characters) {
      const text = `${character}x${character}`;
      expect(alterCharacter(text, 0)).toMatch(new RegExp(`^[^${character}]x${character}$`));
      expect(alterCharacter(text, -1)).toMatch(new RegExp(`^${character}x[^${character}]$`));
    }
  });

  it('changes the bytes that the first character of base64 stands for', () => {
    const toHex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
    for (const character of characters) {
      const text = `${character}AAA`;
      expect(toHex(alterCharacter(text, 0))).not.toBe(toHex(text));
    }
  });
});
