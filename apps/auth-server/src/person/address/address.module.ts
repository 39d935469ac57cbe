import { Module } from '@nestjs/common';
import { FreshLoginModule } from '../../sign-in/fresh-login/index.js';
import { PasswordsModule } from '../../sign-in/passwords/index.js';
import { SetPasswordModule } from '../set-password/index.js';
import { AddressChangeService } from './address-change.service.js';
import { AddressLinkService } from './address-link.service.js';
import { PersonChangeEvents } from './person-change-events.js';
import { AddressUndo } from './address-undo.js';
import { AddressUndoService } from './address-undo.service.js';
import { AddressController } from './address.controller.js';
import { AddressQueries } from './address.queries.js';

@Module({
  imports: [FreshLoginModule, PasswordsModule, SetPasswordModule],
  controllers: [AddressController],
  providers: [
    AddressChangeService,
    AddressLinkService,
    PersonChangeEvents,
    AddressQueries,
    AddressUndo,
    AddressUndoService,
  ],
  exports: [PersonChangeEvents],
})
export class AddressModule {}
