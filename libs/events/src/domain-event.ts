import type { EventType } from '@app/contracts';

/** Something that happened to an object of a portal and that its partners may want to know. */
export interface DomainEvent {
  portalId: number;
  type: EventType;
  /** Together with the id: the key within which events keep their order. */
  objectType: 'user' | 'enrollment' | 'lo';
  objectId: number;
  /** The object as the owner's API currently shows it. */
  data: object;
  /**
   * The portals that are notified; by default only `portalId`. `viewers`: every other portal that sees the learning
   * object when the event is queued. A list: these portals, such as those that can no longer see it.
   */
  audience?: 'viewers' | readonly number[];
}

/** An event of which only its portal is notified. */
export type NarrowEvent = Omit<DomainEvent, 'audience'>;
