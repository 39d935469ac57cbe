import { Global, Module } from '@nestjs/common';
import { AssetsController } from './assets.controller.js';
import { Browser } from './browser.js';
import { FormGuard } from './form-guard.js';

/** What every page needs. */
@Global()
@Module({ controllers: [AssetsController], providers: [Browser, FormGuard], exports: [Browser, FormGuard] })
export class PagesModule {}
