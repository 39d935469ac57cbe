import { Global, Module } from '@nestjs/common';
import { PeopleModule } from '../people/index.js';
import { SessionsModule } from '../sessions/index.js';
import { AssetsController } from './assets.controller.js';
import { FormGuard } from './form-guard.js';
import { PageLanguages } from './page-languages.js';
import { PagePortals } from './page-portals.js';
import { PageSender } from './page-sender.js';

/** The providers that every page needs. */
@Global()
@Module({
  imports: [PeopleModule, SessionsModule],
  controllers: [AssetsController],
  providers: [FormGuard, PageLanguages, PagePortals, PageSender],
  exports: [FormGuard, PageLanguages, PagePortals, PageSender, SessionsModule],
})
export class PagesModule {}
