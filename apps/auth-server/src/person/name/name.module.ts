import { Module } from '@nestjs/common';
import { FreshLoginModule } from '../../sign-in/fresh-login/index.js';
import { AddressModule } from '../address/index.js';
import { NameController } from './name.controller.js';
import { NameQueries } from './name.queries.js';
import { NameService } from './name.service.js';

@Module({
  imports: [AddressModule, FreshLoginModule],
  controllers: [NameController],
  providers: [NameQueries, NameService],
})
export class NameModule {}
