import { assertOutsideTransaction, type AnyReader, type Reader } from '../reader.js';
import type { Statement } from '../sql.js';
import type { Replica } from './replica.js';

/** Reads on the primary. */
type Primary = Reader & { readonly heavy: Reader };

/** Reads on the standby where there is one and it is far enough, and otherwise on the primary. */
export class ReplicaReads implements AnyReader {
  readonly #primary: Primary;
  readonly #replica: Replica | undefined;
  readonly #isHeavy: boolean;

  constructor(primary: Primary, replica: Replica | undefined, isHeavy = false) {
    this.#primary = primary;
    this.#replica = replica;
    this.#isHeavy = isHeavy;
  }

  /** Whether the standby may answer, and the statement has a row there: its state never goes back. */
  async reached(statement: Statement): Promise<boolean> {
    if (!this.#replica) return false;
    return (await this.#replica.read('pool', statement, () => Promise.resolve([]))).length > 0;
  }

  /** For searches, lists, counts and aggregates, as `Database.heavy`. */
  get heavy(): AnyReader {
    return this.#replica ? new ReplicaReads(this.#primary, this.#replica, true) : this.#primary.heavy;
  }

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await this.many<T>(statement))[0];
  }

  lookup<T>(statement: Statement): Promise<T | undefined> {
    const replica = this.#replica;
    return replica ? this.#lookup(replica, statement) : this.#primary.lookup(statement);
  }

  async #lookup<T>(replica: Replica, statement: Statement): Promise<T | undefined> {
    assertOutsideTransaction();
    const onPrimary = async (): Promise<T[]> => {
      const row = await this.#primary.lookup<T>(statement);
      return row === undefined ? [] : [row];
    };
    return (await replica.read('lookup', statement, onPrimary))[0];
  }

  async many<T>(statement: Statement): Promise<T[]> {
    const primary = this.#isHeavy ? this.#primary.heavy : this.#primary;
    if (!this.#replica) return primary.many<T>(statement);
    assertOutsideTransaction();
    return this.#replica.read('pool', statement, () => primary.many<T>(statement));
  }
}
