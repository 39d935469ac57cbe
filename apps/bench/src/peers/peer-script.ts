import { join } from 'node:path';

/** Path of a program of this folder. */
export const peerScript = (name: string): string => join(__dirname, `${name}.js`);
