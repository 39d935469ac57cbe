import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import type { DomainEvent } from './domain-event.js';

/** Where domain services leave their events, inside the transaction of the change. */
@Injectable()
export abstract class EventOutbox {
  /**
   * Writes the event in the transaction of the change, after the changed row was locked; once committed, a hint
   * goes out through Redis. Nothing is lost when Redis is away.
   */
  abstract append(tx: Transaction, event: DomainEvent): Promise<void>;
}
