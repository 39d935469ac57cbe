import { hash } from '@node-rs/argon2';

/** Bytes; a longer password is refused before any work is done on it. */
export const maxPasswordBytes = 1024;
export const minPasswordLength = 8;

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB, 2 rounds, 1 lane). */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options);
