import { eventually } from '@app/testing';
import { EventsStack, type Subscriber } from './events-stack.js';
import { answering } from './receiver.js';

interface Delivery {
  id: number;
  event_id: string;
  state: string;
  attempts: { status: number | null }[];
}

const stack = new EventsStack();
beforeAll(() => stack.start());
afterAll(() => stack.stop());

const find = (path: string, whose: Subscriber): Promise<any> =>
  stack.call('GET', `/v2/webhooks/${whose.webhookId}${path}`, undefined, whose);
const list = async (query = '', whose = stack.acme): Promise<Delivery[]> =>
  (await find(`/deliveries?limit=50&${query}`, whose)).hits;
const send = (method: string, path: string, json: object) =>
  stack.call(method, `/v2/webhooks/${stack.acme.webhookId}${path}`, json);

describe('a portal reads the state of its webhook', () => {
  it('which delivery failed and how, which wait or were sent, and that a dropped one can be sent again', async () => {
    const { acme } = stack;
    await stack.newUser();
    const [delivered] = await eventually('delivered', list, ([first]) => first?.state === 'delivered');
    acme.receiver.behave = answering(503);
    await stack.newUser();
    const [failing] = await eventually(
      'failed',
      () => list('status=5xx'),
      (hits) => hits.length === 1,
    );
    expect(failing!.state).toBe('waiting');
    expect(await list('status=2xx')).toEqual([delivered]);
    expect(await list(`event_id=${failing!.event_id}`)).toEqual([failing]);
    expect(await find('', acme)).toMatchObject({ waiting_count: 1, oldest_waiting_time: expect.any(String) });

    await send('PATCH', '', { enabled: false });
    expect(await list('state=dropped')).toMatchObject([{ id: failing!.id }]);
    expect(await find('', acme)).toMatchObject({ waiting_count: 0, oldest_waiting_time: null });
    acme.receiver.behave = answering(200);
    await send('PATCH', '', { enabled: true });
    await send('POST', `/deliveries/${failing!.id}/redeliver`, {});
    await eventually('delivered', list, ([first]) => first?.state === 'delivered');

    const { headers, body } = await find(`/deliveries/${failing!.id}`, acme);
    const arrived = acme.receiver.received.at(-1)!;
    expect(arrived.headers).toMatchObject(headers);
    expect(arrived.body).toBe(body);
    expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
  });

  it('numbers that equal its list, without those of another portal', async () => {
    await stack.worker.app.close(); // writes what it has counted
    await stack.startWorker();
    const now = Math.floor(Date.now() / 1_000);
    const sums = async (whose: Subscriber) => {
      const { hits } = await find(`/statistics?from=${now - 3_600}&to=${now + 60}`, whose);
      const sum = (read: (hit: any) => number) =>
        hits.reduce((all: number, hit: any) => all + read(hit), 0) as number;
      return {
        delivered: sum((hit) => hit.delivered),
        attempts: sum((hit) => hit.attempts),
        '2xx': sum((hit) => hit.status_classes['2xx']),
        '5xx': sum((hit) => hit.status_classes['5xx']),
      };
    };
    const listed = async (whose: Subscriber) => {
      const hits = await list('', whose);
      const statuses = hits.flatMap(({ attempts }) => attempts.map(({ status }) => status));
      return {
        delivered: hits.filter(({ state }) => state === 'delivered').length,
        attempts: statuses.length,
        '2xx': statuses.filter((status) => status === 200).length,
        '5xx': statuses.filter((status) => status === 503).length,
      };
    };
    expect(await sums(stack.acme)).toEqual(await listed(stack.acme));
    expect(await sums(stack.acme)).toMatchObject({ delivered: 2, '2xx': 2 });
    expect(await sums(stack.stranger)).toEqual({ delivered: 0, attempts: 0, '2xx': 0, '5xx': 0 });
  });
});
