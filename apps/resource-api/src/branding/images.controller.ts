import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@app/http';
import { Public } from '@app/access';
import { findImage } from '@app/branding';
import { Database } from '@app/database';
import { orNotFound } from '@app/kernel';
import type { FastifyReply } from 'fastify';

/** An image that is opened by itself has no origin, runs no scripts and loads nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Logos and favicons, named by a digest of their content. */
@Controller('branding')
@Public()
@ApiExcludeController()
export class ImagesController {
  constructor(private readonly database: Database) {}

  @Get(':digest')
  async image(@Param('digest') digest: string, @Res() reply: FastifyReply): Promise<void> {
    const isDigest = /^[\w-]{43}$/.test(digest);
    const { type, bytes } = orNotFound(
      isDigest ? await findImage(this.database, digest) : undefined,
      'image',
    );
    void reply
      .headers({
        'content-type': type,
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=86400, immutable',
      })
      .send(bytes);
  }
}
