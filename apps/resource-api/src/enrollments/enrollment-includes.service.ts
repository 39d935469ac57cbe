import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { keptObjects, learningObjectsByIds, type EnrolledObject } from '@app/catalogue';
import type { Reader } from '@app/database';
import { presentEnrolledUser, type EnrollmentIncluded, type EnrollmentRow } from '@app/enrollments';
import { UsersQueries } from '../users/index.js';

type ForRow<Part> = (row: EnrollmentRow) => Part | undefined;

/** Maximum bytes of an enrollment with its person, without the ids of `award_required`; and of one such id. */
const MAX_FRAME_BYTES = 6_000;
const MAX_ID_BYTES = 11;

/** Reads the `include`d objects of enrollments that the actor may see, for a whole page together. */
@Injectable()
export class EnrollmentIncludes {
  constructor(private readonly users: UsersQueries) {}

  async read(
    reader: Reader,
    actor: Actor,
    rows: readonly EnrollmentRow[],
    include: readonly string[] = [],
  ): Promise<(row: EnrollmentRow) => EnrollmentIncluded> {
    const nothing = (): undefined => undefined;
    const [objects, people] = await Promise.all([
      include.includes('lo') ? this.#objects(reader, actor, rows) : nothing,
      include.includes('user') ? this.#people(reader, actor, rows) : nothing,
    ]);
    return (row) => ({ lo: objects(row), user: people(row) });
  }

  async #objects(
    reader: Reader,
    actor: Actor,
    rows: readonly EnrollmentRow[],
  ): Promise<ForRow<EnrolledObject>> {
    const rowsById = Map.groupBy(rows, (row) => row.lo_id);
    const ids = [...rowsById.keys()];
    const copies = Math.max(...[...rowsById.values()].map(({ length }) => length));
    const otherBytes = rows.reduce(
      (sum, row) => sum + MAX_FRAME_BYTES + row.award_required.length * MAX_ID_BYTES,
      0,
    );
    const visible = await learningObjectsByIds(reader, actor, ids, { copies, otherBytes });
    const keptById = await keptObjects(
      reader,
      ids.filter((id) => !visible.has(id)),
    );
    return (row) => {
      const keptObject = keptById.get(row.lo_id);
      // the title at that time, because a later one may not be visible to the caller
      return visible.get(row.lo_id) ?? (keptObject && { ...keptObject, title: row.lo_title });
    };
  }

  /** The people: a caller who sees an enrollment sees its person too, as `visibleAccounts` has it. */
  async #people(
    reader: Reader,
    actor: Actor,
    rows: readonly EnrollmentRow[],
  ): Promise<ForRow<EnrollmentIncluded['user']>> {
    const ids = [...new Set(rows.map((row) => row.account_id))];
    const accounts = await this.users.byIds(actor.portalId, ids, reader);
    return (row) => {
      const account = accounts.get(row.account_id);
      return account && presentEnrolledUser(account);
    };
  }
}
