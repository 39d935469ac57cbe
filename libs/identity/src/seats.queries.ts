import { lockNumber, sql, type Transaction } from '@app/database';
import { Conflict } from '@app/kernel';
import { countActiveUsers } from './account-counts.queries.js';

/** 409 `no_seat_left`: all seats in the portal's plan are taken. */
export class NoSeatLeft extends Conflict {
  constructor(readonly seats: number) {
    super(
      'no_seat_left',
      `The plan of the portal has ${seats.toLocaleString('en')} seats, and all are taken.`,
      {
        seats,
      },
    );
  }
}

/** Locks the portal's seats until the transaction ends. Call it before anything else is locked. */
export const lockSeats = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.seats}, ${portalId})`);

/**
 * Checks that the portal has seats for `more` active people, offered accounts included; see {@link lockSeats}. Seats
 * are unlimited in a plan without a number of users, and in a portal that pays per seat.
 * @throws NoSeatLeft
 */
export async function assertSeatsLeft(tx: Transaction, portalId: number, more: number): Promise<void> {
  const row = await tx.one<{ seats: number | null; pays_per_seat: boolean }>(sql`
    select (plan->>'licensed_user_count')::int as seats,
           configuration->'pay_per_seat' is not distinct from 'true'::jsonb as pays_per_seat
      from identity.portals where id = ${portalId}`);
  if (!row?.seats || row.pays_per_seat) return;
  if ((await countActiveUsers(tx, portalId)) + more > row.seats) throw new NoSeatLeft(row.seats);
}
