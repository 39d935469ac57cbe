import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { contentKinds, portalVisibility, type ContentKind, type PlayableRow } from '@app/catalogue';
import { seesDrafts } from '@app/contracts';
import { Database } from '@app/database';
import { findAccount } from '@app/identity';
import { CLOCK, Conflict, orNotFound, SETTINGS, type Clock } from '@app/kernel';
import type { Settings } from '../../config.js';
import { playableItems } from '../player/playable-items.js';
import type { OpenResult } from '../player/opened.js';
import type { Learner } from '../player/quiz-checks.js';
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
   * One URL for each playable item. Needs no licence (contract 4.2 and 4.12).
   * @throws Conflict `not_previewable`
   */
  async list(actor: Actor, id: number, redirectUrl: string | undefined): Promise<PreviewPage> {
    const visibility = await portalVisibility(this.database, actor);
    const { items } = orNotFound(await playableItems(this.database, visibility, id), 'learning object');
    if (items.length === 0)
      throw new Conflict('not_previewable', 'This learning object has nothing that could be shown.');
    const kinds = await contentKinds(
      this.database,
      items.map((item) => item.id),
    );
    const now = this.clock.now();
    const hits = items.map((item) => {
      const { portalId, accountId } = actor;
      const token = previewToken(this.signer, { loId: item.id, portalId, accountId, redirectUrl }, now);
      return {
        id: item.id,
        type: item.type,
        title: item.title,
        url: `${this.settings.API_PUBLIC_URL}/preview/${token}`,
        mimetype: chooseMimetype(item, kinds.get(item.id)),
      };
    });
    return { total: hits.length, hits };
  }

  /**
   * The page of a preview URL. Refused as `ended` if the URL was altered, has expired, or was created for an account
   * that is now blocked or removed; as `gone` if the object is gone or hidden.
   */
  async open(token: string): Promise<OpenResult> {
    const preview = readPreviewToken(this.signer, token, this.clock.now());
    if (!preview) return { refused: 'ended', portalId: null };
    const { portalId, redirectUrl } = preview;
    if (preview.hasExpired) return { refused: 'ended', portalId };
    const account = await findAccount(this.database, portalId, preview.accountId);
    if (!account?.status) return { refused: 'ended', portalId };
    const visibility = await portalVisibility(this.database, {
      portalId,
      seesDrafts: seesDrafts(account),
    });
    const playable = await playableItems(this.database, visibility, preview.loId);
    if (!playable || playable.items.length === 0) return { refused: 'gone', portalId };
    const { lo, items } = playable;
    return { portalId, title: lo.title, language: lo.language, items, redirectUrl };
  }

  getLearner(token: string): Learner {
    const { accountId } = orNotFound(readPreviewToken(this.signer, token, this.clock.now()), 'preview');
    return { kind: 'account', id: accountId };
  }
}

function chooseMimetype({ type }: PlayableRow, kind: ContentKind | undefined): string {
  if (kind?.has_html || kind?.has_questions || kind?.has_url) return 'text/html';
  return kind?.mimetype ?? (type === 'video' ? 'video/mp4' : 'application/octet-stream');
}
