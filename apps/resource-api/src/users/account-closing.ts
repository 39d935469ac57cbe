import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';

type OnClosing = (tx: Transaction, portalId: number, accountId: number) => Promise<void>;

/** What other features do, in the same transaction, when an account is closed. */
@Injectable()
export class AccountClosing {
  readonly #steps: OnClosing[] = [];

  add(step: OnClosing): void {
    this.#steps.push(step);
  }

  async run(tx: Transaction, portalId: number, accountId: number): Promise<void> {
    for (const step of this.#steps) await step(tx, portalId, accountId);
  }
}
