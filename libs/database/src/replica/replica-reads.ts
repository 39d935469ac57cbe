import { assertOutsideTransaction, StaleReader, type Reader } from '../transactions/reader.js';
import type { Statement } from '../sql/sql.js';
import type { Replica } from './replica.js';

/** Reads on the primary. */
type Primary = Reader & { readonly heavy: Reader };

/** Reads on the standby where there is one and it is far enough, and otherwise on the primary. */
export class ReplicaReads extends StaleReader {
  constructor(
    private readonly primary: Primary,
    private readonly replica: Replica | undefined,
    private readonly isHeavy = false,
  ) {
    super();
  }

  /** Whether the standby may answer, and the statement has a row there: its state never goes back. */
  async hasRow(statement: Statement): Promise<boolean> {
    if (!this.replica) return false;
    return (await this.replica.read(statement, () => Promise.resolve([]))).length > 0;
  }

  /** For searches, lists, counts and aggregates, as `Database.heavy`. */
  get heavy(): StaleReader {
    return this.replica ? new ReplicaReads(this.primary, this.replica, true) : this.primary.heavy;
  }

  /** The primary looks for a row that the standby does not have. */
  override async one<T>(statement: Statement): Promise<T | undefined> {
    return (await this.#read<T>(statement, true))[0];
  }

  many<T>(statement: Statement): Promise<T[]> {
    return this.#read<T>(statement, false);
  }

  async #read<T>(statement: Statement, needsRow: boolean): Promise<T[]> {
    const primary = this.isHeavy ? this.primary.heavy : this.primary;
    if (!this.replica) return primary.many<T>(statement);
    assertOutsideTransaction();
    return this.replica.read(statement, () => primary.many<T>(statement), needsRow);
  }
}
