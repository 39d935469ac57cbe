import { Module } from '@nestjs/common';
import { OffersModule } from '../offers/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { SessionsModule } from '../sessions/index.js';
import { SetPasswordController } from './set-password.controller.js';
import { SetPasswordQueries } from './set-password.queries.js';
import { SetPasswordService } from './set-password.service.js';

@Module({
  imports: [OffersModule, PasswordsModule, SessionsModule],
  controllers: [SetPasswordController],
  providers: [SetPasswordQueries, SetPasswordService],
})
export class SetPasswordModule {}
