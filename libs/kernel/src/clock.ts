/** The only source of the current time; injected, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => new Date() };

/** Whole seconds since 1970 of `time`. */
export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** @param seconds negative for a time before `time` */
export const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

/** Calendar day in UTC, `YYYY-MM-DD`: the partition key of all rows that expire. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);
