import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/index.js';
import { ForwardingModule } from '../forwarding/index.js';
import { SessionModule } from '../session/index.js';
import { SealedCookies } from './sealed-cookies.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';
import { SignInController } from './sign-in.controller.js';
import { ConsoleSignIn } from './sign-in.service.js';
import { ConsoleSignOut } from './sign-out.service.js';

/** Signing in and out through the authorization server's pages. */
@Module({
  imports: [EdgeModule, ForwardingModule, SessionModule],
  controllers: [SignInController, SessionController],
  providers: [SealedCookies, SessionService, ConsoleSignIn, ConsoleSignOut],
})
export class SignInModule {}
