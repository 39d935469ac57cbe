import { Inject, Injectable } from '@nestjs/common';
import { loggedPath } from '@app/http';
import { SETTINGS } from '@app/kernel';
import { parsePortalName } from '@app/onboarding';
import type { FastifyRequest } from 'fastify';
import { RefusalRecorder } from '../audit/index.js';
import { Browser } from '../browser/index.js';
import type { Settings } from '../../config.js';
import { bodyParameters, type Parameters } from '../request/index.js';
import { Sessions } from '../sessions/index.js';
import { badForm } from './page-error.js';

/**
 * Refuses every form that this server has not created for this browser. Source: OWASP CSRF Prevention, RFC 9700 4.7.
 */
@Injectable()
export class FormGuard {
  constructor(
    private readonly browser: Browser,
    private readonly sessions: Sessions,
    private readonly refusals: RefusalRecorder,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The named fields of a form that was posted from our own page, for this browser and session.
   * @throws PageError 403
   */
  async read(request: FastifyRequest, fields: readonly string[]): Promise<Parameters> {
    const session = await this.sessions.current(request);
    const form = bodyParameters(request, new Set([...fields, 'csrf']));
    const browserId = this.browser.findId(request);
    const isOurs =
      this.#isSameOrigin(request) &&
      browserId !== undefined &&
      this.browser.isCsrfToken(form.get('csrf') ?? '', browserId, session?.id);
    if (isOurs) return form;
    await this.refusals.refusal({
      event: 'form.refused',
      details: { path: loggedPath(request) },
    });
    throw badForm();
  }

  /**
   * With Referrer-Policy no-referrer, browsers send `Origin: null` with our own forms; then Sec-Fetch-Site must be
   * same-origin.
   */
  #isSameOrigin({ headers, hostname }: FastifyRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    if (headers.origin === undefined) return true;
    if (headers.origin === 'null') return site === 'same-origin';
    const portal = parsePortalName(hostname, this.settings);
    const ownOrigin =
      portal === undefined
        ? this.settings.AUTH_PUBLIC_URL
        : this.settings.PORTAL_ORIGIN.replace('{portal}', portal);
    return headers.origin === new URL(ownOrigin).origin;
  }
}
