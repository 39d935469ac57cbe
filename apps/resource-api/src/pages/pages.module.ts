import { Module } from '@nestjs/common';
import { PageBrands } from './page-brands.js';

@Module({ providers: [PageBrands], exports: [PageBrands] })
export class PagesModule {}
