import type { Statement, Transaction } from '@app/database';

/**
 * The statements that `work` runs on a transaction that finds nothing, with their values. Each is on one line but for
 * its lists, which have a line for each item.
 */
export async function statementTexts(work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const record =
    <Result>(result: Result) =>
    ({ text, values }: Statement): Promise<Result> => {
      const plain = text.replace(/\s+/g, ' ').trim().replaceAll(', ', ',\n');
      texts.push(`${plain}\n-- ${JSON.stringify(values)}`);
      return Promise.resolve(result);
    };
  const nothing = { one: record(undefined), value: record(undefined), has: record(false) };
  const transaction = { ...nothing, many: record([]), column: record([]), run: record(0) };
  await work(transaction as unknown as Transaction);
  return texts;
}
