import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ImportItem, ImportRecord } from '@app/catalogue';
import { sampleCatalogue } from '@app/sample-content';
import { demoEnrollments, demoPeople } from './index.js';

const folder = join(__dirname, '../../demo');
const now = new Date('2026-11-21T10:00:00Z');
const records = [...sampleCatalogue(now)];
const all = (items: (ImportRecord | ImportItem)[]): (ImportRecord | ImportItem)[] =>
  items.flatMap((item) => [
    item,
    ...all((item.items ?? []).filter((one): one is ImportItem => !('ref' in one))),
  ]);
const objects = all(records);

describe('the demo catalogue', () => {
  it('is the same for every call', () => {
    expect([...sampleCatalogue(new Date('2026-11-02T00:00:00Z'))]).toEqual(records);
  });

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

  it('names each object once per provider, and refers only to earlier ones', () => {
    const seen = new Set<string>();
    for (const record of records)
      for (const object of all([record])) {
        const key = `${record.provider} ${object.external_id}`;
        expect(seen).not.toContain(key);
        seen.add(key);
        for (const item of object.items ?? [])
          if ('ref' in item) expect(seen).toContain(`${record.provider} ${item.ref}`);
      }
  });

  it('uses only providers, groups and objects that exist in the bootstrap file and the catalogue', () => {
    const bootstrap = parse(readFileSync(join(folder, 'bootstrap.yaml'), 'utf8')) as Record<
      string,
      {
        slug: string;
        provider: string;
        external_id: string;
        items?: { provider: string; external_id: string }[];
      }[]
    >;
    const providers = bootstrap['providers']!.map((provider) => provider.slug);
    const groups = bootstrap['content_groups']!.map((group) => group.slug);
    const knownNames = records.map((record) => `${record.provider} ${record.external_id}`);
    for (const record of records) {
      expect(providers).toContain(record.provider);
      for (const group of record.content_groups ?? []) expect(groups).toContain(group);
    }
    for (const item of bootstrap['collections']!.flatMap((collection) => collection.items ?? []))
      expect(knownNames).toContain(`${item.provider} ${item.external_id}`);
    for (const licence of bootstrap['licences']!)
      expect(knownNames).toContain(`${licence.provider} ${licence.external_id}`);
  });

  it('has no placeholder left in any text', () => {
    expect(JSON.stringify(objects)).not.toMatch(/\{(title|chapter|summary|minutes)\}|undefined|NaN/);
  });
});

describe('the demo people and enrollments', () => {
  const people = demoPeople(now);
  const enrollable = records.map((record) => ({ ...record, assessable: record.assessable ?? false }));
  const enrollments = demoEnrollments(people, enrollable, now);

  it('are sixty people with managers among them, each address used once', () => {
    expect(people).toHaveLength(60);
    const emails = people.map((person) => person.email);
    expect(new Set(emails).size).toBe(60);
    for (const person of people) expect([...emails, 'manager@acme.example']).toContain(person.manager);
  });

  it('are 600 enrollments over two years, in order, one per person and object', () => {
    expect(enrollments).toHaveLength(600);
    expect(new Set(enrollments.map((one) => `${one.email} ${one.provider} ${one.external_id}`)).size).toBe(
      600,
    );
    const first = enrollments[0]!.created_time.getTime();
    const last = enrollments[599]!.created_time.getTime();
    expect(last - first).toBeGreaterThan(500 * 86_400_000);
    for (const one of enrollments) {
      expect(one.end_date !== null).toBe(one.status === 'completed');
      if (one.end_date) expect(one.end_date.getTime()).toBeLessThan(now.getTime());
    }
    expect(demoEnrollments(people, enrollable, now)).toEqual(enrollments);
  });
});
