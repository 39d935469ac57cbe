import { ReadAhead } from './read-ahead.js';

const MIB = 1024 ** 2;

describe('ReadAhead', () => {
  it('reads smaller pages the more mailboxes are active, within bounds', () => {
    const ahead = new ReadAhead(64 * MIB);
    const mailboxes = Array.from({ length: 200 }, (_, portalId) => ({ portalId, bytes: 0 }));
    const pages = mailboxes.map((mailbox) => {
      ahead.enter(mailbox);
      return ahead.page;
    });
    expect([1, 20, 40, 160, 200].map((count) => pages[count - 1])).toEqual([400, 400, 200, 50, 50]);
    for (const mailbox of mailboxes) ahead.remove(mailbox);
    expect(ahead.page).toBe(400);
  });

  it('allows a portal to read while it buffers fewer bytes than are free', () => {
    const ahead = new ReadAhead(64 * MIB);
    const [one, two, other] = [1, 1, 2].map((portalId) => ({ portalId, bytes: 0 }));
    for (const mailbox of [one!, two!, other!]) ahead.enter(mailbox);
    expect(ahead.pageBytes(1)).toBe(2 * MIB);
    one!.bytes = 20 * MIB;
    two!.bytes = 11 * MIB;
    expect([ahead.bytes, ahead.pageBytes(1), ahead.pageBytes(2)]).toEqual([31 * MIB, 2 * MIB, 2 * MIB]);
    two!.bytes = 12 * MIB;
    expect([ahead.pageBytes(1), ahead.pageBytes(2)]).toEqual([0, 2 * MIB]);
    other!.bytes = 15.5 * MIB;
    expect(ahead.pageBytes(2)).toBe(MIB);
  });
});
