import { Module } from '@nestjs/common';
import { ConsoleCookies } from './console-cookies.js';
import { ConsoleLimits } from './console-limits.js';

/** The cookies of the console, and its limits. */
@Module({ providers: [ConsoleCookies, ConsoleLimits], exports: [ConsoleCookies, ConsoleLimits] })
export class EdgeModule {}
