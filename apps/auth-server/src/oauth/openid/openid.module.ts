import { Module } from '@nestjs/common';
import { PublicKeyModule } from '../signing-keys/index.js';
import { IdTokenHints } from './id-token-hints.js';
import { IdTokens } from './id-tokens.js';
import { OpenidQueries } from './openid.queries.js';
import { OpenidSids } from './openid-sids.js';
import { UserinfoController } from './userinfo.controller.js';
import { UserinfoService } from './userinfo.service.js';

@Module({
  imports: [PublicKeyModule],
  controllers: [UserinfoController],
  providers: [IdTokenHints, IdTokens, OpenidQueries, OpenidSids, UserinfoService],
  exports: [IdTokenHints, IdTokens, OpenidSids],
})
export class OpenidModule {}
