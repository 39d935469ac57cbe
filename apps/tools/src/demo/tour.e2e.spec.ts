import { usePlatform } from '../../../../clients/test/platform-stack.js';
import { tour } from './tour.js';

describe('npm run demo', () => {
  const platform = usePlatform();
  const said: string[] = [];
  const print = (line: string) => void said.push(line);

  it('takes a partner through everything that is documented, with the published client', async () => {
    await tour({ ...platform.connection, print });
    const text = said.join('\n');
    for (const part of [
      'Teamwork',
      'enrollment_exists',
      'user.create',
      'enrolment.update',
      'refused with 401',
    ])
      expect(text).toContain(part);
  });

  it('ends with the service’s message when something is refused', async () => {
    await expect(tour({ ...platform.connection, client_secret: 'wrong', print })).rejects.toThrow(
      /invalid_client/,
    );
  });
});
