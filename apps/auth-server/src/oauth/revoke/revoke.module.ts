import { Module } from '@nestjs/common';
import { ClientsModule } from '../../applications/clients/index.js';
import { TokenModule } from '../token/index.js';
import { LookLimit } from './look-limit.js';
import { PresentedToken } from './presented-token.js';
import { RevokeController } from './revoke.controller.js';
import { RevokeService } from './revoke.service.js';

@Module({
  imports: [ClientsModule, TokenModule],
  controllers: [RevokeController],
  providers: [LookLimit, PresentedToken, RevokeService],
})
export class RevokeModule {}
