import { Global, Module } from '@nestjs/common';
import { Browser } from './browser.js';

/** The facts that we know about a browser from its cookies. */
@Global()
@Module({ providers: [Browser], exports: [Browser] })
export class BrowserModule {}
