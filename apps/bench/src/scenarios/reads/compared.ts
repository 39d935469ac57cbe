import { CpuTime } from '../../load/cpu-time.js';
import { runLoad, type RepeatedRequest } from '../../load/thin-load.js';

/** Until the code that answers is compiled: seconds would mean little on a busy machine. */
const WARM_UP_REQUESTS = 20_000;

/** One of several servers that do the same. */
export interface Party {
  /** Of the server, as {@link CpuTime} finds it. */
  name: string;
  /** The request of each connection. */
  repeated: RepeatedRequest;
}

/** The measurements of one server, by rounds. */
export interface Rates {
  perSecond: number[];
  /** By processor time of the server and of its connections to Postgres. */
  perCpuSecond: number[];
}

/** Loads the servers in turn, so that other load on the machine affects all alike. @returns in the order given */
export async function compareRates(
  databaseUrl: string,
  parties: readonly Party[],
  { rounds, seconds, connections }: { rounds: number; seconds: number; connections: number },
): Promise<Rates[]> {
  const loadOn = ({ repeated }: Party, until: { seconds?: number; amount?: number }) =>
    runLoad(Array<RepeatedRequest>(connections).fill(repeated), until);
  for (const party of parties) await loadOn(party, { amount: WARM_UP_REQUESTS });
  const all = parties.map((): Rates => ({ perSecond: [], perCpuSecond: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, party] of parties.entries()) {
      const cpu = await CpuTime.of(databaseUrl, party.name);
      const before = cpu.seconds();
      const { requests } = await loadOn(party, { seconds });
      all[index]!.perSecond.push(requests / seconds);
      all[index]!.perCpuSecond.push(requests / (cpu.seconds() - before));
    }
  return all;
}
