import { Module } from '@nestjs/common';
import { UserAccountsController } from './user-accounts.controller.js';
import { UsersController } from './users.controller.js';
import { UsersQueries } from './users.queries.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, UserAccountsController],
  providers: [UsersService, UsersQueries],
  exports: [UsersService, UsersQueries],
})
export class UsersModule {}
