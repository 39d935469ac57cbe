import { Module } from '@nestjs/common';
import { OneTimeTokensModule } from '../login-tokens/index.js';
import { PortalHostController } from './portal-host.controller.js';
import { PortalHostService } from './portal-host.service.js';

@Module({
  imports: [OneTimeTokensModule],
  controllers: [PortalHostController],
  providers: [PortalHostService],
  exports: [PortalHostService],
})
export class PortalHostsModule {}
