import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@app/kernel';
import type { FreshPage } from '../../sign-in/fresh-login/index.js';
import type { Page } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { MergingQueries } from './merging.queries.js';

export const mergePage: FreshPage = {
  address: '/oauth/account/merge',
  factorForm: '/oauth/account/merge/factor',
};

/** The page that explains the effects of merging two people, or why it is not possible. */
@Injectable()
export class MergeDecision {
  constructor(
    private readonly queries: MergingQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param link from the mail; without it the page offers to send that mail */
  async page(person: Session, other: { personId: number; email: string }, link?: string): Promise<Page> {
    const { both, isRecent } = await this.queries.obstacles(
      person.personId,
      other.personId,
      this.clock.now(),
    );
    return {
      template: './merge-accounts',
      title: 'merge.title',
      portalId: null,
      person,
      data: {
        other: other.email,
        otherId: other.personId,
        portals: await this.queries.listPortalNames(other.personId),
        both: both.join(', '),
        isRecent,
        link,
      },
    };
  }
}
