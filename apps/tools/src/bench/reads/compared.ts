import { CpuTime } from '../search/cpu-time.js';
import { load, type Load } from '../load.js';

/** Until the code that answers is compiled: seconds would mean little on a busy machine. */
const WARM_UP_REQUESTS = 20_000;

/** One of several servers that do the same. */
export interface Party {
  /** Of the server, as {@link CpuTime} finds it. */
  name: string;
  load: Load;
}

/** What one server did, by rounds. */
export interface Rates {
  perSecond: number[];
  /** By processor time of the server and of its connections to Postgres. */
  perCpuSecond: number[];
}

/** Loads the servers in turn, so that other load on the machine affects all alike. @returns in the order given */
export async function compareRates(
  databaseUrl: string,
  parties: readonly Party[],
  rounds: number,
): Promise<Rates[]> {
  for (const { load: warmUp } of parties) await load({ ...warmUp, amount: WARM_UP_REQUESTS });
  const all = parties.map((): Rates => ({ perSecond: [], perCpuSecond: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, party] of parties.entries()) {
      const cpu = await CpuTime.of(databaseUrl, party.name);
      const before = cpu.seconds();
      const { requestsPerSecond } = await load(party.load);
      all[index]!.perSecond.push(requestsPerSecond);
      all[index]!.perCpuSecond.push((requestsPerSecond * party.load.seconds) / (cpu.seconds() - before));
    }
  return all;
}
