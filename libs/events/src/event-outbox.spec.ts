import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import type { NarrowEvent } from './domain-event.js';
import { EventOutbox } from './event-outbox.js';
import { chooseShard } from './shards.js';

describe('many events in one statement', () => {
  const harness = useDatabase('api');
  const woken: number[] = [];
  const outbox = new EventOutbox({ wake: (shard) => void woken.push(shard) });
  const events = Array.from({ length: 1_203 }, (_, number): NarrowEvent => ({
    portalId: 1 + (number % 2),
    type: 'enrolment.delete',
    objectType: 'enrollment',
    objectId: 5_000 - number,
    data: { number, text: 'Zoë "日本" {a,b} \\ \u0000 \u2028 \ud83d\ude00 NULL', empty: '', nothing: null },
  }));
  const stored = () =>
    harness.db.many(sql`
      select o.shard, o.portal_id, o.type, o.object_type, o.object_id, o.data, o.wide, o.audience, o.trace_context
        from learning.outbox o join learning.outbox_pending t on t.shard = o.shard and t.id = o.id order by o.id`);

  it('are not written and wake no relay when the transaction is rolled back', async () => {
    const failing = harness.database.write(async (tx) => {
      await outbox.appendAll(tx, events);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([await stored(), woken]).toEqual([[], []]);
  });

  it('are written in their order and byte by byte, each is to be relayed, and each shard is woken once', async () => {
    await harness.database.write((tx) => outbox.appendAll(tx, events));
    expect(await stored()).toEqual(
      events.map(({ portalId, type, objectType, objectId, data }) => ({
        shard: chooseShard(objectType, objectId),
        portal_id: portalId,
        type,
        object_type: objectType,
        object_id: objectId,
        data: JSON.stringify(data),
        wide: false,
        audience: null,
        trace_context: null,
      })),
    );
    expect(woken.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 32 }, (_, shard) => shard),
    );
  });

  it('may be empty', async () => {
    const before = await stored();
    await harness.database.write((tx) => outbox.appendAll(tx, []));
    expect(await stored()).toEqual(before);
  });
});
