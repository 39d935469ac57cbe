import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { ApiHomeController } from './home.controller.js';

@Module({ imports: [PagesModule], controllers: [ApiHomeController] })
export class HomeModule {}
