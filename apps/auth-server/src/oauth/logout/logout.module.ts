import { Module } from '@nestjs/common';
import { ClientsModule } from '../../applications/clients/index.js';
import { OpenidModule } from '../openid/index.js';
import { LogoutPagesController } from './logout-pages.controller.js';
import { LogoutRequests } from './logout-request.js';
import { LogoutController } from './logout.controller.js';
import { LogoutService } from './logout.service.js';
import { PersonModule } from '../../person/person.module.js';

/** Applications sign people out (OpenID Connect RP-Initiated Logout). */
@Module({
  imports: [PersonModule, ClientsModule, OpenidModule],
  controllers: [LogoutController, LogoutPagesController],
  providers: [LogoutRequests, LogoutService],
})
export class LogoutModule {}
