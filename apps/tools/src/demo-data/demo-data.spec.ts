import { ImportItem, ImportRecord } from '@app/catalogue';
import { sampleCatalogue } from '@app/sample-content';
import { demoEnrollments, demoPeople } from './index.js';

const now = new Date('2026-11-21T10:00:00Z');
const records = [...sampleCatalogue(now)];
const all = (items: (ImportRecord | ImportItem)[]): (ImportRecord | ImportItem)[] =>
  items.flatMap((item) => [
    item,
    ...all((item.items ?? []).filter((one): one is ImportItem => !('ref' in one))),
  ]);
const objects = all(records);

describe('the demo catalogue', () => {
  it('has at least 400 objects of every type, in at least five languages, from at least six providers', () => {
    expect(objects.length).toBeGreaterThanOrEqual(400);
    expect(new Set(records.map((record) => record.language)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(records.map((record) => record.provider)).size).toBeGreaterThanOrEqual(8);
    expect([...new Set(objects.map((object) => object.type))].sort()).toEqual([
      ...['assignment', 'award', 'course', 'document', 'event', 'interactive'],
      ...['link', 'manual', 'module', 'quiz', 'text', 'video'],
    ]);
    expect(
      new Set(objects.flatMap((object) => object.events ?? []).map((event) => event.location.country)).size,
    ).toBeGreaterThanOrEqual(5);
  });

  it('has modules with items in every course, as the specification says', () => {
    const courses = objects.filter(({ type }) => type === 'course');
    const kinds = courses.map(({ items = [] }) => items.map((item) => ('ref' in item ? 'ref' : item.type)));
    expect(new Set(kinds.flat())).toEqual(new Set(['module']));
    expect(kinds.filter((types) => types.length === 0)).toEqual([]);
  });

  it('has no placeholder left in any text', () => {
    expect(JSON.stringify(objects)).not.toMatch(/\{(title|chapter|summary|minutes)\}|undefined|NaN/);
  });
});

describe('the demo people and enrollments', () => {
  const people = demoPeople(now);
  const enrollable = records.map((record) => ({ ...record, assessable: record.assessable ?? false }));
  const enrollments = demoEnrollments(people, enrollable, now);

  it('are 600 enrollments over two years, in order, one per person and object', () => {
    expect(enrollments).toHaveLength(600);
    expect(new Set(enrollments.map((one) => `${one.email} ${one.provider} ${one.external_id}`)).size).toBe(
      600,
    );
    const first = enrollments[0]!.created_time.getTime();
    const last = enrollments[599]!.created_time.getTime();
    expect(last - first).toBeGreaterThan(500 * 86_400_000);
    // for charts of the last month
    const lastMonth = now.getTime() - 30 * 86_400_000;
    expect(enrollments.filter((one) => one.created_time.getTime() > lastMonth).length).toBeGreaterThan(10);
    expect(last).toBeLessThan(now.getTime());
    for (const one of enrollments) {
      expect(one.end_date !== null).toBe(one.status === 'completed');
      if (one.end_date) expect(one.end_date.getTime()).toBeLessThan(now.getTime());
    }
    expect(demoEnrollments(people, enrollable, now)).toEqual(enrollments);
  });
});
