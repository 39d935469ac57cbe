import type { AccessTokenClaims } from '@app/contracts';
import { RevocationSet, type Revocation } from './revocation-set.js';

const nothing = { jti: null, sid: null, kid: null, account_id: null, client_id: null, portal_id: null };
const later = new Date(Date.now() + 60_000);
let id = 0;
const row = (named: Partial<Revocation>): Revocation => ({
  ...nothing,
  id: (id += 1),
  seq: 10,
  expires_at: later,
  ...named,
});
const claims = (client_id: string, portal_id: number | undefined, seq = 5) =>
  ({ jti: 'j', sid: 's', client_id, portal_id, seq }) as AccessTokenClaims;

describe('the set of revocations', () => {
  it('returns whether a row revokes anything new', () => {
    const set = new RevocationSet();
    const named = row({ jti: 'one', seq: null });
    expect([set.add(named), set.add({ ...named, id: 900 })]).toEqual([true, false]);
    expect(set.add({ ...named, expires_at: new Date(later.getTime() + 5_000) })).toBe(true);
    expect([row({ client_id: 'c' }), row({ client_id: 'c', seq: 9 })].map((each) => set.add(each))).toEqual([
      true,
      false,
    ]);
    expect(set.add(row({ client_id: 'c', seq: 11 }))).toBe(true);
    expect(set.size).toBe(2);
  });
});

describe('a revocation of a client in a portal', () => {
  it('covers this client in this portal up to its number, and nothing else', () => {
    const set = new RevocationSet();
    set.add(row({ client_id: 'one', portal_id: 1 }));
    expect(set.covers(claims('one', 1), 'k')).toBe(true);
    expect(set.covers(claims('one', 1, 11), 'k')).toBe(false);
    expect(set.covers(claims('one', 2), 'k')).toBe(false);
    expect(set.covers(claims('one', undefined), 'k')).toBe(false);
    expect(set.covers(claims('two', 1), 'k')).toBe(false);
  });

  it('does not interfere with rows that name only one of the two', () => {
    const set = new RevocationSet();
    set.add(row({ client_id: 'one' }));
    set.add(row({ portal_id: 3 }));
    expect(set.covers(claims('one', 2), 'k')).toBe(true);
    expect(set.covers(claims('one', undefined), 'k')).toBe(true);
    expect(set.covers(claims('two', 3), 'k')).toBe(true);
    expect(set.covers(claims('two', 2), 'k')).toBe(false);
  });

  it('is dropped once no token can match it', () => {
    const set = new RevocationSet();
    set.add(row({ client_id: 'one', portal_id: 1 }));
    set.prune(new Date(later.getTime() + 1_000));
    expect(set.covers(claims('one', 1), 'k')).toBe(false);
    expect(set.size).toBe(0);
  });
});
