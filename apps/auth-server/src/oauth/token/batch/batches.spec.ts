import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { PATIENCE_MS } from '@app/testing';
import { Batches, type BatchOptions } from './batches.js';

/** Batches whose questions are answered when the test says so; late only where a test wants that. */
function gated(options: BatchOptions = {}) {
  const batchesSent: {
    questions: number[];
    answer: (answers?: (string | undefined)[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const answerLater = (questions: number[]) =>
    new Promise<(string | undefined)[]>((resolve, reject) => {
      const answer = (answers?: (string | undefined)[]) =>
        resolve(answers ?? questions.map((question) => `answer ${question}`));
      batchesSent.push({ questions, answer, fail: reject });
    });
  return {
    batches: new Batches(answerLater, { timing: { lateMs: PATIENCE_MS }, ...options }),
    batchesSent,
  };
}

/** Waits until as many batches have been asked. */
async function until(sent: readonly unknown[], count: number): Promise<void> {
  while (sent.length < count) await turn();
}

describe('Batches', () => {
  it('ask at once when idle, and everything of one turn together', async () => {
    const { batches, batchesSent } = gated();
    const answers = [batches.add('a', 1), batches.add('b', 2)];
    await turn();
    await turn();
    expect(batchesSent.map(({ questions }) => questions)).toEqual([[1, 2]]);
    batchesSent[0]!.answer();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2']);
  });

  it('ask what came while a batch was under way in the next one, and one batch at a time', async () => {
    const { batches, batchesSent } = gated();
    const first = batches.add('a', 1);
    await until(batchesSent, 1);
    const rest = [batches.add('a', 2)];
    await turn();
    rest.push(batches.add('b', 3));
    await turn();
    await turn();
    expect(batchesSent).toHaveLength(1);
    batchesSent[0]!.answer();
    await until(batchesSent, 2);
    expect(batchesSent[1]!.questions).toEqual([2, 3]);
    batchesSent[1]!.answer();
    expect(await Promise.all([first, ...rest])).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('let lanes take turns: a lane with many questions waits behind its own', async () => {
    const { batches, batchesSent } = gated({ mostTogether: 4 });
    void batches.add('other', 0);
    await until(batchesSent, 1);
    for (let question = 1; question <= 10; question += 1) void batches.add('flood', question);
    void batches.add('a', 100);
    void batches.add('b', 200);
    void batches.add('a', 101);
    batchesSent[0]!.answer();
    await until(batchesSent, 2);
    expect(batchesSent[1]!.questions).toEqual([1, 100, 200, 2]);
    batchesSent[1]!.answer();
    await until(batchesSent, 3);
    expect(batchesSent[2]!.questions).toEqual([101, 3, 4, 5]);
    batchesSent[2]!.answer();
    await until(batchesSent, 4);
    expect(batchesSent[3]!.questions).toEqual([6, 7, 8, 9]);
  });

  it('give each who asked their own answer, also none', async () => {
    const { batches, batchesSent } = gated();
    const answers = [1, 2, 3].map((question) => batches.add('a', question));
    await until(batchesSent, 1);
    batchesSent[0]!.answer(['one', undefined, 'three']);
    expect(await Promise.all(answers)).toEqual(['one', undefined, 'three']);
  });

  it('fail all of a batch that fails, and nobody of the next one', async () => {
    const { batches, batchesSent } = gated();
    const failing = [batches.add('a', 1), batches.add('b', 2)];
    const settled = Promise.allSettled(failing);
    await until(batchesSent, 1);
    const next = batches.add('a', 3);
    batchesSent[0]!.fail(new Error('out of order'));
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await until(batchesSent, 2);
    batchesSent[1]!.answer();
    expect(await next).toBe('answer 3');
  });

  it('go on beside a batch that is late, which is answered all the same', async () => {
    const { batches, batchesSent } = gated({ timing: { lateMs: 1 } });
    const late = batches.add('a', 1);
    await until(batchesSent, 1);
    let next = batches.add('b', 2);
    while (batchesSent.length < 2) {
      // one that this machine was slow to send has waited for too long, and would go alone
      if ((await Promise.race([next, turn('pending')])) === undefined) next = batches.add('b', 2);
    }
    batchesSent[1]!.answer();
    expect(await next).toBe('answer 2');
    batchesSent[0]!.answer();
    expect(await late).toBe('answer 1');
  });

  it('send alone what waited behind batches that were late', async () => {
    const { batches, batchesSent } = gated({ timing: { lateMs: 0 } });
    const clock = jest.spyOn(performance, 'now');
    const now = performance.now();
    clock.mockReturnValue(now);
    const waiting = batches.add('a', 1);
    clock.mockReturnValue(now + 1);
    expect(await waiting).toBeUndefined();
    expect(batchesSent).toEqual([]);
    clock.mockRestore();
  });

  it('send alone what comes when too many wait, of one lane or of all', async () => {
    const { batches, batchesSent } = gated({ mostWaiting: 10 });
    void batches.add('other', 0);
    await until(batchesSent, 1);
    for (let question = 1; question <= 5; question += 1) void batches.add('flood', question);
    expect(await batches.add('flood', 6)).toBeUndefined();
    for (let question = 1; question <= 5; question += 1) void batches.add(`lane ${question}`, question);
    expect(await batches.add('another', 7)).toBeUndefined();
    batchesSent[0]!.answer();
    await until(batchesSent, 2);
    expect(batchesSent[1]!.questions).toHaveLength(10);
  });

  it('ask in the context of one who asks, never of one who was answered before', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const batches = new Batches(async (questions: number[]) => {
      seen.push(context.getStore());
      await turn();
      return questions.map(() => 'answered');
    });
    const first = context.run('first', () => batches.add('a', 1));
    await until(seen, 1);
    const otherAnswers = [
      context.run('second', () => batches.add('a', 2)),
      context.run('third', () => batches.add('a', 3)),
    ];
    await Promise.all([first, ...otherAnswers]);
    expect(seen).toEqual(['first', 'second']);
  });
});
