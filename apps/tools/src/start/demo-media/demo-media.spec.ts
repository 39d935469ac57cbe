import { readFileSync } from 'node:fs';
import { DemoMedia } from './demo-media.js';

describe('the server of the demo’s media', () => {
  const media = new DemoMedia('127.0.0.1', 0);
  let origin: string;
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await media.start()}/demo-media`;
  });
  afterAll(() => media.stop());

  const film = readFileSync('apps/tools/demo/media/teamwork.webm');
  const fetchFilm = async (range?: string) => {
    const headers = range === undefined ? {} : { range };
    const answer = await fetch(`${origin}/files/teamwork.webm`, { headers });
    return {
      status: answer.status,
      contentRange: answer.headers.get('content-range'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it('sends a whole film, or the range that a player requests', async () => {
    const size = film.length;
    expect(await fetchFilm()).toEqual({ status: 200, contentRange: null, bytes: film });
    expect(await fetchFilm('bytes=100-199')).toEqual({
      status: 206,
      contentRange: `bytes 100-199/${size}`,
      bytes: film.subarray(100, 200),
    });
    expect(await fetchFilm('bytes=1000-')).toEqual({
      status: 206,
      contentRange: `bytes 1000-${size - 1}/${size}`,
      bytes: film.subarray(1000),
    });
    expect(await fetchFilm(`bytes=${size}-`)).toMatchObject({ status: 416, contentRange: `bytes */${size}` });
  });

  it('draws a picture of each name, and has a page for each link', async () => {
    const read = async (path: string) => (await fetch(`${origin}/${path}`)).text();
    const [one, another, again] = [
      await read('pictures/a.svg'),
      await read('pictures/b.svg'),
      await read('pictures/a.svg'),
    ];
    expect(one).toBe(again);
    expect(one).not.toBe(another);
    expect(await read('reading/teams')).toContain('Further reading: teams');
  });
});
