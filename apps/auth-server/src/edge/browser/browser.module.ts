import { Global, Module } from '@nestjs/common';
import { Browser } from './browser.js';

/** What is known about a browser from its cookies. */
@Global()
@Module({ providers: [Browser], exports: [Browser] })
export class BrowserModule {}
