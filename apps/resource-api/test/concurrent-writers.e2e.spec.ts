import { useResourceApi, type TestAccount } from './resource-api.js';

const REQUESTS_OF_CONNECTION = 5;
/** 60 KB, with as many different words as an object has in the search. */
const description = Array.from({ length: 9_000 }, (_, index) => `w${(index * 7_919) % 1_999}`)
  .join(' ')
  .slice(0, 60_000);

describe('one portal that writes through many connections', () => {
  // the pool of the manifests; the wait is that of all tests, so that a busy machine refuses no request
  const api = useResourceApi({ DATABASE_POOL_SIZE: 10 });
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
  });

  /**
   * Each connection sends its next request when it has the answer to the one before.
   * @param create builds the body, with a number that is used once
   */
  const expectAllCreated = async (connections: number, path: string, create: (number: number) => object) => {
    let number = 0;
    const answers: string[] = [];
    const write = async () => {
      for (let time = 0; time < REQUESTS_OF_CONNECTION; time += 1) {
        const json = create((number += 1));
        const { status, body } = await api.http.post(path, { token: admin.token, json });
        answers.push(`${status} ${body.error_code ?? ''}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, write));
    expect(answers).toEqual(Array(connections * REQUESTS_OF_CONNECTION).fill('201 '));
  };

  it('creates links with descriptions of 60 KB through 20 connections, and no request is refused', () =>
    expectAllCreated(20, '/v2/content/links', (number) => ({
      title: `Course ${number}`,
      url: 'https://a.example/',
      description,
    })));

  it('creates people through 20 connections, and no request is refused', () =>
    expectAllCreated(20, '/v2/users', (number) => ({
      email: `person-${number}@example.com`,
      first_name: 'Ana',
      last_name: 'Silva',
    })));

  it('creates enrollments through 10 connections, and no request is refused', async () => {
    const { body } = await api.http.get('/v2/learning-objects?limit=1', { token: admin.token });
    const learners = await Promise.all(
      Array.from({ length: 10 * REQUESTS_OF_CONNECTION }, () => api.account(admin.portal)),
    );
    await expectAllCreated(10, '/v2/enrollments', (number) => ({
      user_id: learners[number - 1]!.id,
      lo_id: body.hits[0].id,
    }));
  });
});
