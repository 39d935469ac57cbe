import { Module } from '@nestjs/common';
import { Exports } from './exports.service.js';

@Module({ providers: [Exports], exports: [Exports] })
export class ExportsModule {}
