import { changeWebhook, dropWaiting, setEnabled } from '@app/webhooks';
import { sql } from '@app/database';
import { useDelivery } from '../../../test/delivery-harness.js';
import { gapless, listSequences, SharedObject } from '../../../test/shared-object.js';
import { whileMailboxLocked } from '../../../test/locked-mailbox.js';
import { Relay } from './relay.js';

const stack = useDelivery();
const startTwoWorkers = () => Promise.all([1, 2].map(() => stack.startWorker({ relayIdleMs: 20 })));

const shown = { type: 'lo.update', objectType: 'lo' } as const;

/** As the API does. @param gate the commit waits for it */
const subscribe = (id: number, events: string[], gate?: Promise<void>) =>
  changeWebhook(stack.database, { id, portalId: 'any' }, async (tx) => {
    await tx.run(sql`update learning.webhooks set events = ${events}::text[] where id = ${id}`);
    await gate;
    return { mailbox: 'touch', result: () => undefined };
  });

describe('a webhook that is being changed', () => {
  it('delays no portal; events use the last committed subscription', async () => {
    await stack.startWorker({ overdueEveryMs: 200 });
    const [changed, other] = [await stack.webhook(), await stack.webhook()];
    const gate = Promise.withResolvers<void>();
    const change = subscribe(changed.id, ['lo.update'], gate.promise);
    for (let n = 0; n < 20; n += 1) {
      await stack.fire(changed.portalId, n);
      await stack.fire(other.portalId, n);
    }
    await other.receiver.count(20);
    await changed.receiver.count(20);
    gate.resolve();
    await change;
    await stack.fire(changed.portalId, 1);
    await stack.fire(changed.portalId, 1, { isLast: true }, shown);
    const received = await changed.receiver.count(21);
    expect(received.at(-1)!.event.data).toEqual({ isLast: true });
  });
});

describe('two workers, while webhooks change without pause', () => {
  beforeEach(startTwoWorkers);

  const isRelayed = (portalId: number, type: string) =>
    stack.eventually(
      () =>
        stack.db.many(sql`
          select 1 from learning.outbox_pending where portal_id = ${portalId} and type = ${type}`),
      (remainingRows) => remainingRows.length === 0,
    );

  it('relay each event by the subscriptions of its portal; none is missing, sequences have no gap', async () => {
    const webhooks = await Promise.all([1, 2, 3].map(() => stack.webhook()));
    const [turns, count] = [20, 200];
    await Promise.all(
      webhooks.map(async ({ id, portalId, receiver }) => {
        let isOver = false;
        const touching = (async () => {
          while (!isOver)
            await changeWebhook(stack.database, { id, portalId }, () =>
              Promise.resolve({ mailbox: 'due', result: () => undefined }),
            );
        })();
        const firing = (async () => {
          for (let n = 0; n < count; n += 4)
            await Promise.all([0, 1, 2, 3].map((more) => stack.fire(portalId, n + more)));
        })();
        try {
          for (let turn = 0; turn < turns; turn += 1) {
            const isOn = turn % 2 === 0;
            await subscribe(id, isOn ? ['lo.update', 'user.update'] : ['user.update']);
            await stack.fire(portalId, turn, { isOn }, shown);
            await isRelayed(portalId, 'lo.update');
          }
          await firing;
          await receiver.count(turns / 2 + count);
        } finally {
          isOver = true;
          await touching;
        }
      }),
    );
    for (const webhook of webhooks) {
      const all = webhook.receiver.received.map(({ event }) => event);
      const updates = all.filter(({ type }) => type === 'lo.update').map(({ data }) => data);
      expect(updates).toEqual(Array(turns / 2).fill({ isOn: true }));
      expect(listSequences(webhook)).toEqual(gapless(turns / 2 + count));
    }
  });

  it('leave no waiting delivery once a webhook is disabled and its waiting deliveries are dropped', async () => {
    const { id, portalId } = await stack.webhook();
    const turn = (enabled: boolean) =>
      changeWebhook(stack.database, { id, portalId }, async (tx, webhook) => {
        await setEnabled(tx, webhook!, enabled);
        return { mailbox: enabled ? 'enable' : 'disable', result: () => undefined };
      });
    let isOver = false;
    const firing = (async () => {
      for (let n = 0; !isOver; n += 1) await stack.fire(portalId, n % 7);
    })();
    try {
      for (let times = 0; times < 20; times += 1) {
        await turn(false);
        await dropWaiting(stack.database, id);
        expect((await stack.deliveries(id)).filter(({ state }) => state === 0)).toEqual([]);
        await turn(true);
        const before = (await stack.deliveries(id)).length;
        await stack.deliveriesOnce(id, (all) => all.length > before);
      }
    } finally {
      isOver = true;
      await firing;
    }
    const sequences = (await stack.deliveries(id)).map(({ seq }) => Number(seq));
    expect(sequences).toEqual(gapless(sequences.length));
  });
});

describe('a relay that dies', () => {
  /** Ends the connection that first does this to a row of the table, at the end of its statement. */
  async function dieAt(what: string, table: string): Promise<void> {
    await stack.db.many(sql`
      create sequence learning.deaths;
      grant usage on sequence learning.deaths to public;
      create function learning.die() returns trigger language plpgsql as $$
      begin
        if nextval('learning.deaths') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger die after ${sql.raw(what)} on ${sql.raw(table)} for each row execute function learning.die()`);
  }
  const deaths = () => stack.db.one(sql`select is_called from learning.deaths`);

  afterEach(async () => {
    await stack.db.many(sql`drop function learning.die() cascade; drop sequence learning.deaths`);
  });

  it.each([
    ['when it notes who has got a wide event', 'update', 'learning.outbox_pending'],
    ['when all portals have got it', 'delete', 'learning.outbox_pending'],
    ['when it has queued deliveries', 'insert', 'learning.webhook_deliveries'],
  ])('%s loses and repeats nothing, and keeps the order', async (_when, what, table) => {
    await stack.startWorker({ relayIdleMs: 50 });
    const viewers = await Promise.all([1, 2, 3].map(() => stack.webhook()));
    const shared = new SharedObject(stack, await stack.portal(), viewers);
    await dieAt(what, table);
    await shared.fireForAll(1);
    await shared.fireForEach(2);
    await shared.fireForAll(3);
    await shared.fireForAll(4);
    for (const { id } of viewers) await stack.delivered(id, 4);
    expect(await deaths()).toEqual({ is_called: true });
    for (const viewer of viewers) {
      expect(shared.heardBy(viewer)).toEqual(gapless(4));
      expect(listSequences(viewer)).toEqual(gapless(4));
    }
    // the event of all leaves the outbox only after its last delivery has been queued
    await stack.eventually(
      () => stack.db.many(sql`select 1 from learning.outbox_pending`),
      (rows) => rows.length === 0,
    );
  });
});

/** Longer than a portal is left out, in milliseconds. */
const LONG_MS = 2_500;

describe('a mailbox that a frozen process has locked', () => {
  beforeEach(startTwoWorkers);

  it('delays only its own portal, which gets all its events in order afterwards', async () => {
    const [locked, other] = [await stack.webhook(), await stack.webhook()];
    await whileMailboxLocked(stack, locked.id, async () => {
      // in all shards
      for (let id = 0; id < 50; id += 1) {
        await stack.fire(locked.portalId, id, { id, n: 1 });
        await stack.fire(locked.portalId, id, { id, n: 2 });
        await stack.fire(other.portalId, id);
      }
      await other.receiver.count(50);
      // also when the locked mailbox is tried again
      const end = performance.now() + LONG_MS;
      for (let count = 51; performance.now() < end; count += 1) {
        await stack.fire(other.portalId, count % 50);
        await other.receiver.count(count);
      }
      expect(await stack.deliveries(locked.id)).toEqual([]);
    });
    await locked.receiver.count(100);
    const heard = new Map<unknown, unknown[]>();
    for (const { event } of locked.receiver.received) {
      const { id, n } = event.data;
      heard.set(id, [...(heard.get(id) ?? []), n]);
    }
    expect([...heard.values()]).toEqual(Array(50).fill([1, 2]));
    expect(listSequences(locked)).toEqual(gapless(100));
  });

  it('delays wide events in the order of their object, but not concurrent events of other portals', async () => {
    const viewers = [await stack.webhook(), await stack.webhook()];
    const [locked, other] = viewers;
    const shared = new SharedObject(stack, await stack.portal(), viewers);
    await whileMailboxLocked(stack, locked!.id, async () => {
      await shared.fireForAll(1);
      await shared.fireForEach(2);
      await stack.fire(other!.portalId, 1);
      await other!.receiver.count(1);
    });
    await shared.fireForAll(3);
    for (const viewer of viewers) {
      await stack.eventually(
        async () => shared.heardBy(viewer),
        (heard) => heard.length === 3,
      );
      expect(shared.heardBy(viewer)).toEqual(gapless(3));
    }
  });
});

describe('two workers, while one mailbox after the other is locked', () => {
  it('relay each event once to each portal, in the order of its object', async () => {
    await startTwoWorkers();
    const viewers = await Promise.all([1, 2, 3, 4].map(() => stack.webhook()));
    const owners = [await stack.portal(), await stack.portal(), await stack.portal()];
    const objects = owners.map((owner, id) => new SharedObject(stack, owner, viewers, id));
    const turns = 20;
    for (let turn = 0; turn < turns; turn += 1)
      await whileMailboxLocked(stack, viewers[turn % viewers.length]!.id, async () => {
        for (const shared of objects) {
          await shared.fireForAll(2 * turn + 1);
          await shared.fireForEach(2 * turn + 2);
        }
      });
    for (const viewer of viewers) {
      await viewer.receiver.count(2 * turns * objects.length);
      for (const shared of objects) expect(shared.heardBy(viewer)).toEqual(gapless(2 * turns));
      expect(listSequences(viewer)).toEqual(gapless(2 * turns * objects.length));
    }
  });
});

describe('wide events of several owners', () => {
  it('are relayed round-robin, so that an owner with many does not delay the others; objects keep their order', async () => {
    const viewers = [await stack.webhook()];
    const [viewer] = viewers;
    const busy = await stack.portal();
    const flood = Array.from({ length: 20 }, (_, id) => new SharedObject(stack, busy, viewers, id));
    for (const n of [1, 2]) for (const shared of flood) await shared.fireForAll(n);
    const single = new SharedObject(stack, await stack.portal(), viewers, 100);
    for (const n of [1, 2]) await single.fireForAll(n);
    await stack.startWorker();
    const deliveries = await stack.delivered(viewer!.id, 42);
    const places = deliveries.filter((each) => each['object_key'] === 'lo:100').map(({ seq }) => Number(seq));
    // the first transactions may be of few shards, those whose hints came first
    expect(places.every((place) => place <= 21)).toBe(true);
    for (const shared of [...flood, single]) expect(shared.heardBy(viewer!)).toEqual(gapless(2));
  });
});

describe('an event that cannot be relayed', () => {
  beforeAll(async () => {
    // has the effect of a damaged row on the statement that reads it
    await stack.db.many(sql`
      create function learning.refuse() returns trigger language plpgsql as $$ begin raise 'poison'; end $$;
      create trigger refuse before insert on learning.webhook_deliveries for each row when (new.type = 'poison')
        execute function learning.refuse()`);
  });

  const poison = (portalId: number, objectIds: number[]) =>
    stack.db.many(sql`
      update learning.outbox_pending set type = 'poison' where portal_id = ${portalId}
         and object_id = any(${objectIds})`);
  const parked = () =>
    stack.db.many<{ portal_id: number; object_id: number; parked_reason: string }>(sql`
      select portal_id, object_id, parked_reason from learning.outbox_pending where parked_reason is not null
       order by object_id`);
  const listWaiting = () =>
    stack.db.many(sql`select id from learning.outbox_pending where parked_reason is null`);

  it('is parked with the reason, at any position in a batch; all others arrive, in order', async () => {
    const webhook = await stack.webhook({ events: ['user.update', 'poison'] });
    const other = await stack.webhook({ events: ['user.update', 'poison'] });
    const shards = Array.from({ length: 64 }, (_, shard) => shard);
    const releases = await Promise.all(shards.map((shard) => stack.lockShard(shard)));
    for (let n = 0; n < 120; n += 1) await stack.fire(n % 2 ? other.portalId : webhook.portalId, n);
    // the same object again, after a poisoned event
    await stack.fire(webhook.portalId, 0);
    await poison(webhook.portalId, [40, 42, 118]);
    await stack.db.many(sql`
      update learning.outbox_pending set type = 'poison'
       where id = (select min(id) from learning.outbox_pending where portal_id = ${webhook.portalId} and object_id = 0)`);
    await stack.startWorker({ relayIdleMs: 50 });
    await Promise.all(releases.map((release) => release()));
    await stack.delivered(webhook.id, 57);
    await stack.delivered(other.id, 60);
    await stack.eventually(listWaiting, (rows) => rows.length === 0);
    expect(await parked()).toEqual(
      [0, 40, 42, 118].map((object_id) => ({
        portal_id: webhook.portalId,
        object_id,
        parked_reason: 'poison',
      })),
    );
    const objects = webhook.receiver.received.map(({ event }) => event.sequence);
    expect([...objects].sort((a, b) => Number(a) - Number(b))).toEqual(objects.map((_, index) => index + 1));
  });

  it('does not prevent dropping expired days', async () => {
    await stack.db.many(sql`
      update learning.outbox_pending set created_on = created_on - 40 where object_id = 40`);
    await stack.startWorker();
    await stack.eventually(parked, (rows) => rows.every(({ object_id }) => object_id !== 40));
    expect(await parked()).toHaveLength(3);
  });

  it('is not parked because of a failure of Postgres as a whole', async () => {
    await stack.db.many(sql`revoke insert on learning.webhook_deliveries from lp_worker`);
    const webhook = await stack.webhook();
    const before = await parked();
    await stack.fire(webhook.portalId, 1);
    const worker = await stack.startWorker({ relayIdleMs: 20 });
    await expect(worker.app.get(Relay).relayAll()).rejects.toThrow(/permission denied/);
    expect(await parked()).toEqual(before);
    await stack.db.many(sql`grant insert on learning.webhook_deliveries to lp_worker`);
    await stack.delivered(webhook.id, 1);
    expect(await parked()).toEqual(before);
  });

  it('a visibility change that cannot be reported is parked; another portal’s is reported', async () => {
    const [first, second] = [await stack.portal(), await stack.portal()];
    await stack.webhook({ portalId: first });
    await stack.webhook({ portalId: second });
    await stack.db.many(sql`
      insert into learning.visibility_changes (portal_id, audience_id, gained, until_lo) values
        (${first}, 1, true, 2147483647), (${second}, 1, true, 2147483647)`);
    await stack.db.many(sql`
      create trigger refuse before delete on learning.visibility_changes for each row when (old.portal_id =
             ${sql.raw(`${first}`)})
        execute function learning.refuse()`);
    await stack.startWorker();
    const rows = await stack.eventually(
      () => stack.db.many(sql`select portal_id, parked_reason from learning.visibility_changes`),
      (all) => all.length === 1 && all[0]!['parked_reason'] !== null,
    );
    expect(rows).toEqual([{ portal_id: first, parked_reason: 'poison' }]);
  });
});
