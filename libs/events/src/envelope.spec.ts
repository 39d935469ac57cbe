import { envelope, publicEventId } from './envelope.js';

const eventId = '5f0e2d9c-0000-4000-8000-000000000001';
const parts = {
  id: publicEventId(eventId, 1),
  type: 'user.create',
  firedAt: new Date('2026-01-31T06:29:13.700Z'),
  portalId: 1,
  sequence: 4711,
};

describe('the body of a delivery', () => {
  it('is compact JSON with its members in the promised order', () => {
    expect(envelope({ ...parts, data: '{"id":7}' })).toBe(
      `{"id":"${parts.id}","type":"user.create","fired_at":"2026-01-31T06:29:13+0000",` +
        '"portal_id":1,"sequence":4711,"data":{"id":7}}',
    );
  });

  it('has no sequence in a test delivery', () => {
    const { sequence: _, ...test } = parts;
    expect(JSON.parse(envelope({ ...test, data: '{}' }))).not.toHaveProperty('sequence');
  });

  it('survives being parsed and written again, also with keys that look like numbers', () => {
    const objects = [
      { custom_fields: { b: 1, '10': 'x', '9': 'y', '-1': 'z', '01': 'w', '1e3': 'v' } },
      { text: 'Zoë “日本” \u2028 \ud83d\ude00 \u0000 / \\ "', empty: '', nothing: null },
      { numbers: [0, -0, 1e21, 0.1, 1 / 3, Number.MAX_SAFE_INTEGER], nested: { '2': { '1': [] } } },
    ];
    for (const object of objects) {
      const body = envelope({ ...parts, data: JSON.stringify(object) });
      expect(JSON.stringify(JSON.parse(body))).toBe(body);
    }
  });

  it('has an id that differs by portal and is the same for every attempt', () => {
    expect(publicEventId(eventId, 1)).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(publicEventId(eventId, 1)).toBe(publicEventId(eventId, 1));
    expect(publicEventId(eventId, 1)).not.toBe(publicEventId(eventId, 2));
  });
});
