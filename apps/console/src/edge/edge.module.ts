import { Module } from '@nestjs/common';
import { ConsoleCookies } from './console-cookies.js';

/** The cookies of the console. */
@Module({ providers: [ConsoleCookies], exports: [ConsoleCookies] })
export class EdgeModule {}
