import { Module } from '@nestjs/common';
import { LoginLinksController } from './login-links.controller.js';
import { LoginLinksService } from './login-links.service.js';

@Module({ controllers: [LoginLinksController], providers: [LoginLinksService] })
export class LoginLinksModule {}
