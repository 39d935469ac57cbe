import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { HomeController } from './home.controller.js';

@Module({ imports: [PagesModule], controllers: [HomeController] })
export class HomeModule {}
