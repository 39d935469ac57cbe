import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { endAllPackages, licenceRequired, portalVisibility } from '@app/catalogue';
import { seesDrafts, type SeesDrafts } from '@app/contracts';
import { Database } from '@app/database';
import { toNetwork } from '@app/http';
import { findAccount } from '@app/identity';
import { CLOCK, orNotFound, type Clock } from '@app/kernel';
import { AuditRecorder } from '../../audit/index.js';
import { playableItems } from '../player/playable-items.js';
import type { OpenResult } from '../player/opened.js';
import type { Learner } from '../player/quiz-checks.js';
import { Signer } from '../signer.js';
import { LAUNCH_TOKEN_DAYS, readLaunchToken, type Launch } from './launch-token.js';
import { readGenerations } from './launch.queries.js';

@Injectable()
export class LaunchService {
  constructor(
    private readonly database: Database,
    private readonly signer: Signer,
    private readonly audit: AuditRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The page of a package. Refused as `ended` if its token was altered, has ended or is too old, or the licence is
   * gone; as `gone` if the object is gone, hidden from the portal, or a draft that the package does not show.
   */
  async open(token: string): Promise<OpenResult> {
    const launch = readLaunchToken(this.signer, token);
    if (!launch) return { refused: 'ended', portalId: null };
    const { portalId } = launch;
    if (this.#isTooOld(launch)) return { refused: 'ended', portalId };
    const counts = await readGenerations(this.database, portalId, launch.loId);
    if (launch.generation !== counts.generation || launch.portalGeneration !== counts.portalGeneration)
      return { refused: 'ended', portalId };
    const visibility = await portalVisibility(this.database, {
      portalId,
      seesDrafts: await this.#seesDrafts(launch),
    });
    const playable = await playableItems(this.database, visibility, launch.loId);
    if (!playable || playable.items.length === 0) return { refused: 'gone', portalId };
    if (licenceRequired(playable.lo)) return { refused: 'ended', portalId };
    const { lo, items } = playable;
    return { portalId, title: lo.title, language: lo.language, items };
  }

  /** The owner of quiz checks for an opened token: the learners of one package within one network. */
  getLearner(token: string, ip: string): Learner {
    const { portalId } = orNotFound(readLaunchToken(this.signer, token), 'package');
    return { kind: 'package', portalId, network: toNetwork(ip) };
  }

  /** Ends all packages that the portal has downloaded so far; later ones work. */
  async endAll(actor: Actor): Promise<void> {
    await this.database.write(async (tx) => {
      await endAllPackages(tx, actor.portalId);
      await this.audit.record(tx, actor, { event: 'packages.ended' });
    });
  }

  /**
   * Shows drafts only while the account that downloaded the package is active and may see drafts. Otherwise, or if the
   * account is unknown, learners see published objects.
   */
  async #seesDrafts({ portalId, accountId }: Launch): Promise<SeesDrafts> {
    const account = accountId === null ? undefined : await findAccount(this.database, portalId, accountId);
    return seesDrafts(account?.status ? account : undefined);
  }

  #isTooOld(launch: Launch): boolean {
    return this.clock.now().getTime() - launch.issued.getTime() > LAUNCH_TOKEN_DAYS * 86_400_000;
  }
}
