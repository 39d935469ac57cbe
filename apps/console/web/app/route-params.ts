import { readSelectionId } from '../features/collections/selection-search.js';

/** An invalid id becomes 0, which no object has. */
const readId = (text: string): number => Number(text) || 0;

export const numberParams = {
  parse: ({ id }: { id: string }) => ({ id: readId(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

export const deliveryParams = {
  parse: ({ id, delivery }: { id: string; delivery: string }) => ({
    id: readId(id),
    delivery: readId(delivery),
  }),
  stringify: ({ id, delivery }: { id: number; delivery: number }) => ({
    id: String(id),
    delivery: String(delivery),
  }),
};

export const selectionParams = {
  parse: ({ id }: { id: string }) => ({ id: readSelectionId(id) }),
  stringify: ({ id }: { id: number | 'default' }) => ({ id: String(id) }),
};
