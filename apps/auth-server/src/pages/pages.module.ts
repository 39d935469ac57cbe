import { Global, Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/index.js';
import { AssetsController } from './assets.controller.js';
import { Brands } from './brands.js';
import { FormGuard } from './form-guard.js';
import { PageSender } from './page-sender.js';

/** What every page needs. */
@Global()
@Module({
  imports: [SessionsModule],
  controllers: [AssetsController],
  providers: [Brands, FormGuard, PageSender],
  exports: [FormGuard, PageSender, SessionsModule],
})
export class PagesModule {}
