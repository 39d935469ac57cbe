import { changeAddress } from '../functions/auth/change-address.js';
import { assignAddress } from '../functions/auth/assign-address.js';
import { joinPlaceholder } from '../functions/auth/join-placeholder.js';
import { leaveOffers } from '../functions/auth/leave-offers.js';
import { settleLeft } from '../functions/auth/settle-left.js';
import { undoAddressChange } from '../functions/auth/undo-address-change.js';
import { Baseline } from './baseline.js';

/** What the links of an address change do. */
export class GivingAddresses20261127001500 extends Baseline {
  name = 'GivingAddresses20261127001500';
  parts = [joinPlaceholder, assignAddress, leaveOffers, settleLeft, changeAddress, undoAddressChange];
}
