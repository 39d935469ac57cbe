import { EventEmitter } from 'node:events';
import { SharedRoom } from './shared-room.js';

describe('a room that owners share', () => {
  const createRoom = () => new SharedRoom(4, 'Full.');

  it('gives an owner half of all, and the next one a part of the rest', async () => {
    const room = createRoom();
    for (const owner of ['a', 'a', 'b']) await room.enter(owner, 1);
    await expect(room.enter('a', 1)).rejects.toThrow('Full.');
  });

  it('admits those that wait by turns of their owners as parts are given back', async () => {
    const room = createRoom();
    const leave = await room.enter('a', 4);
    const order: string[] = [];
    const enter = async (owner: string) => {
      await room.enter(owner, 4).then((leaveNext) => {
        order.push(owner);
        leaveNext();
      });
    };
    const waiting = [enter('a'), enter('a'), enter('b')];
    leave();
    leave(); // gives nothing back a second time
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'a']);
  });

  it('forgets a client that goes away while it waits', async () => {
    const room = createRoom();
    const leave = await room.enter('a', 4);
    const client = new EventEmitter();
    const gone = expect(room.enter('b', 4, client)).rejects.toThrow('Full.');
    client.emit('close');
    await gone;
    const next = room.enter('c', 4);
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
    expect(client.listenerCount('close')).toBe(0);
  });
});
