import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { anyQuestions, licenceRequired, portalVisibility } from '@app/catalogue';
import { Database } from '@app/database';
import { CLOCK, Conflict, Forbidden, orNotFound, SETTINGS, type Clock } from '@app/kernel';
import type { Readable } from 'node:stream';
import type { Settings } from '../../config.js';
import { playableItems } from '../player/playable-items.js';
import { Signer } from '../signer.js';
import { launchToken } from './launch-token.js';
import { readGenerations } from './launch.queries.js';
import { scormPackage } from './scorm-package.js';

@Injectable()
export class ScormService {
  constructor(
    private readonly database: Database,
    private readonly signer: Signer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Forbidden `licence_required`; Conflict `not_previewable` when there is nothing to play */
  async package(actor: Actor, id: number): Promise<Readable> {
    const visibility = await portalVisibility(this.database, actor);
    const { lo, items } = orNotFound(await playableItems(this.database, visibility, id), 'learning object');
    if (licenceRequired(lo))
      throw new Forbidden('licence_required', 'This content has a price; the portal needs a licence first.');
    if (items.length === 0)
      throw new Conflict('not_previewable', 'This learning object has nothing that could be shown.');
    const { portalId, accountId } = actor;
    const generations = await readGenerations(this.database, portalId, id);
    const launch = { portalId, loId: id, ...generations, accountId, issued: this.clock.now() };
    return scormPackage({
      loId: id,
      title: lo.title,
      language: lo.language,
      hasScore: await anyQuestions(
        this.database,
        items.map((item) => item.id),
      ),
      token: launchToken(this.signer, launch),
      service: this.settings.API_PUBLIC_URL,
    });
  }
}
