import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import {
  BadImage,
  findBrand,
  imageTypes,
  lockBrand,
  storeImage,
  readImage,
  removeImage,
  writeBrand,
  type BrandImage,
  type ImageKind,
} from '@app/branding';
import { Database, type Reader, type Transaction } from '@app/database';
import { assertMatch, problemOfStatus, type ImageBody } from '@app/http';
import { BadRequest, CLOCK, orNotFound, Problem, SETTINGS, type Clock } from '@app/kernel';
import { limits } from '@app/limits';
import { AuditRecorder, changedFields } from '../audit/index.js';
import type { Settings } from '../config.js';
import { presentBranding } from './branding.presenter.js';
import type { Branding, BrandingBody } from './branding.schema.js';

@Injectable()
export class BrandingService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditRecorder,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(actor: Actor): Promise<Branding> {
    return this.#present(actor, this.database);
  }

  /** @throws Problem 412 when the branding no longer matches If-Match */
  update(actor: Actor, body: BrandingBody, ifMatch: string | undefined): Promise<Branding> {
    return this.#change(actor, ifMatch, async (tx) => {
      const before = orNotFound(await findBrand(tx, actor.portalId), 'portal');
      const sent = Object.entries(body).filter(([, value]) => value !== undefined);
      const after = { ...before, ...Object.fromEntries(sent) };
      const fields = changedFields(body, before, after);
      if (fields.length > 0) await writeBrand(tx, actor.portalId, after, this.clock.now());
      return fields;
    });
  }

  /** @throws Problem 400 that describes the fault of the image, 413, 415 */
  storeImage(actor: Actor, kind: ImageKind, body: ImageBody | undefined): Promise<Branding> {
    const image = parseImage(body);
    return this.#change(actor, undefined, async (tx) =>
      (await storeImage(tx, actor.portalId, kind, image, this.clock.now())) ? [kind] : [],
    );
  }

  async removeImage(actor: Actor, kind: ImageKind): Promise<void> {
    await this.#change(actor, undefined, async (tx) =>
      (await removeImage(tx, actor.portalId, kind, this.clock.now())) ? [kind] : [],
    );
  }

  /** @param work returns the names of the changed properties */
  #change(
    actor: Actor,
    ifMatch: string | undefined,
    work: (tx: Transaction) => Promise<string[]>,
  ): Promise<Branding> {
    return this.database.write(async (tx) => {
      await lockBrand(tx, actor.portalId);
      assertMatch(ifMatch, await this.#present(actor, tx));
      const fields = await work(tx);
      if (fields.length > 0)
        await this.audit.record(tx, actor, { event: 'branding.changed', details: { fields } });
      return this.#present(actor, tx);
    });
  }

  async #present({ portalId }: Actor, reader: Reader): Promise<Branding> {
    return presentBranding(
      orNotFound(await findBrand(reader, portalId), 'portal'),
      this.settings.API_PUBLIC_URL,
    );
  }
}

/** @param body anything but an image counts as an empty body */
function parseImage(body: Partial<ImageBody> | undefined): BrandImage {
  if (!body?.bytes) throw new BadRequest('image_refused', 'The body is empty: send the image itself.');
  const type = imageTypes.find((one) => one === body.type);
  if (!type) throw new Problem(415, 'unsupported_media_type', `Send one of: ${imageTypes.join(', ')}.`);
  try {
    const image = readImage(type, body.bytes);
    if (image.bytes.length > limits.branding_image_bytes.most) throw problemOfStatus(413);
    return image;
  } catch (error) {
    if (error instanceof BadImage) throw new BadRequest('image_refused', error.message);
    throw error;
  }
}
