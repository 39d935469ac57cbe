import { sql } from '@app/database';
import { useDelivery } from '../../../test/delivery-harness.js';
import { gapless, listSequences, SharedObject } from '../../../test/shared-object.js';

describe('a relay that dies', () => {
  const stack = useDelivery();

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
