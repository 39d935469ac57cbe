import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/index.js';
import { Invitations } from './invitations.service.js';
import { UserExports } from './user-exports.service.js';
import { UserAccountsController } from './user-accounts.controller.js';
import { UsersController } from './users.controller.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ExportsModule],
  controllers: [UsersController, UserAccountsController],
  providers: [Invitations, UserExports, UsersService, UsersQueries],
  exports: [UsersService, UsersQueries],
})
export class UsersModule {}
