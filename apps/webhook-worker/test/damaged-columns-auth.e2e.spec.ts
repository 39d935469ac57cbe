import { describeDamage } from './damage/use-damaged-columns.js';

describeDamage('auth', 'maintenance');
