import { dropUndefined, readName, readNumber, readText, type SearchParams } from '../../ui/search-params.js';
import {
  deliveryErrorNames,
  deliveryStateNames,
  type DeliveryErrorName,
  type DeliveryStateName,
} from './webhook-types.js';

/** Filters of the list of deliveries, as in the URL. */
export interface DeliveriesSearch {
  state?: DeliveryStateName;
  type?: string;
  status?: string;
  error?: DeliveryErrorName;
  event_id?: string;
  /** Unix seconds. */
  from?: number;
  to?: number;
}

/** Reads filters from a URL; invalid ones are ignored. */
export const readDeliveriesSearch = (search: SearchParams): DeliveriesSearch =>
  dropUndefined({
    state: readName(deliveryStateNames, search['state']),
    type: readText(search['type']),
    status: readText(search['status']),
    error: readName(deliveryErrorNames, search['error']),
    event_id: readText(search['event_id']),
    from: readNumber(search['from']),
    to: readNumber(search['to']),
  });
