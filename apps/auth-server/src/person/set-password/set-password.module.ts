import { Module } from '@nestjs/common';
import { LoginModule } from '../../sign-in/login/index.js';
import { OffersModule } from '../invitations/index.js';
import { PasswordsModule } from '../../sign-in/passwords/index.js';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { PasswordReset } from './password-reset.js';
import { SetPasswordController } from './set-password.controller.js';
import { SetPasswordQueries } from './set-password.queries.js';
import { SetPasswordService } from './set-password.service.js';

@Module({
  imports: [LoginModule, OffersModule, PasswordsModule],
  controllers: [SetPasswordController],
  providers: [ForgottenPasswordService, PasswordReset, SetPasswordQueries, SetPasswordService],
  exports: [SetPasswordQueries],
})
export class SetPasswordModule {}
