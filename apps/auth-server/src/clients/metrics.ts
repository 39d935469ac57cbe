import { Counter } from 'prom-client';

/** Equal for every kind of wrong client, which a test checks. */
export const secretComparisons = new Counter({
  name: 'auth_client_secret_comparisons_total',
  help: 'Comparisons of client secrets.',
});
