import { Module } from '@nestjs/common';
import { OneTimeTokensModule } from '../login-tokens/index.js';
import { PeopleModule } from '../../edge/people/index.js';
import { SessionsModule } from '../../edge/sessions/index.js';
import { PortalHostController } from './portal-host.controller.js';
import { PortalHostService } from './portal-host.service.js';

@Module({
  imports: [OneTimeTokensModule, PeopleModule, SessionsModule],
  controllers: [PortalHostController],
  providers: [PortalHostService],
  exports: [PortalHostService],
})
export class PortalHostsModule {}
