import {
  deliveryErrorNames,
  deliveryStateNames,
  type DeliveryErrorName,
  type DeliveryStateName,
} from './webhook-types.js';

/** Filters of the list of deliveries, as they stand in the address. */
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

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

const readSeconds = (value: unknown): number | undefined => {
  const seconds = Number(value);
  return value !== '' && value !== null && Number.isSafeInteger(seconds) && seconds >= 0
    ? seconds
    : undefined;
};

/** Reads filters from an address; what is not understood is left out. */
export function readDeliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  const filters = {
    state: deliveryStateNames.find((name) => name === search['state']),
    type: readText(search['type']),
    status: readText(search['status']),
    error: deliveryErrorNames.find((name) => name === search['error']),
    event_id: readText(search['event_id']),
    from: readSeconds(search['from']),
    to: readSeconds(search['to']),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
