import 'reflect-metadata';
import { DemoPartner } from './demo-partner.js';
import type { DemoPartnerOptions } from './options.js';

/** `npm start` gives it its options as JSON. */
const partner = new DemoPartner(JSON.parse(process.argv[2] ?? '') as DemoPartnerOptions);
void partner.start();
