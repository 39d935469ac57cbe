import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { portalVisibility } from '@app/catalogue';
import { seesDrafts } from '@app/contracts';
import { Database } from '@app/database';
import { findAccount } from '@app/identity';
import { CLOCK, Conflict, found, SETTINGS, type Clock } from '@app/kernel';
import type { Settings } from '../../config.js';
import { playableItems, type PlayableItem } from '../player/playable-items.js';
import type { PlayerPage } from '../player/player-page.js';
import { Signer } from '../signer.js';
import { previewToken, readPreviewToken } from './preview-token.js';
import type { PreviewPage } from './preview.schema.js';

@Injectable()
export class PreviewService {
  constructor(
    private readonly database: Database,
    private readonly signer: Signer,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * One URL for each item that can be shown. Needs no licence.
   * @throws Conflict `not_previewable`
   */
  async list(actor: Actor, id: number, redirectUrl: string | undefined): Promise<PreviewPage> {
    const visibility = await portalVisibility(this.database, actor);
    const { items } = found(await playableItems(this.database, visibility, id), 'learning object');
    if (items.length === 0)
      throw new Conflict('not_previewable', 'There is nothing in this learning object that could be shown.');
    const now = this.clock.now();
    const hits = items.map((item) => {
      const { portalId, accountId } = actor;
      const token = previewToken(this.signer, { loId: item.id, portalId, accountId, redirectUrl }, now);
      return {
        id: item.id,
        type: item.type,
        title: item.title,
        url: `${this.settings.API_PUBLIC_URL}/preview/${token}`,
        mimetype: mimetypeOf(item),
      };
    });
    return { total: hits.length, hits };
  }

  /**
   * What a preview URL shows; `refused` if it was altered, has expired, or was given to an account that is now
   * blocked or removed; undefined if the object is gone or hidden.
   */
  async open(token: string): Promise<PlayerPage | 'refused' | undefined> {
    const preview = readPreviewToken(this.signer, token, this.clock.now());
    if (!preview) return 'refused';
    const account = await findAccount(this.database, preview.portalId, preview.accountId);
    if (!account?.status) return 'refused';
    const visibility = await portalVisibility(this.database, {
      portalId: preview.portalId,
      seesDrafts: seesDrafts(account.roles),
    });
    const playable = await playableItems(this.database, visibility, preview.loId);
    if (!playable || playable.items.length === 0) return undefined;
    const { lo, items } = playable;
    return { title: lo.title, language: lo.language, items, redirectUrl: preview.redirectUrl };
  }
}

function mimetypeOf(item: PlayableItem): string {
  if (item.content.html !== undefined || item.content.questions || item.url !== null) return 'text/html';
  return item.content.mimetype ?? (item.type === 'video' ? 'video/mp4' : 'application/octet-stream');
}
