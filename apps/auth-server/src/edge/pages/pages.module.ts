import { Global, Module } from '@nestjs/common';
import { PersonQueries } from '../people/index.js';
import { AssetsController } from './assets.controller.js';
import { FormGuard } from './form-guard.js';
import { PageLanguages } from './page-languages.js';
import { PagePortals } from './page-portals.js';
import { PageSender } from './page-sender.js';
import { SessionQueries, Sessions } from '../sessions/index.js';

/** The providers that every page needs. */
@Global()
@Module({
  controllers: [AssetsController],
  providers: [FormGuard, PageLanguages, PagePortals, PageSender, PersonQueries, SessionQueries, Sessions],
  exports: [FormGuard, PageLanguages, PagePortals, PageSender, PersonQueries, SessionQueries, Sessions],
})
export class PagesModule {}
