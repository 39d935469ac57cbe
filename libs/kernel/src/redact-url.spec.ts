import { expectLinearTime } from '@app/testing';
import { redactUrl } from './redact-url.js';

const token = 'kQ3vWz8xT1mBn5rYp0sLd7hGf2jCa9eUoIiRtZqXw4N';

describe('redactUrl', () => {
  it.each([
    // parameters that say what is requested stay
    ['/v2/users?limit=5&offset=10', '/v2/users?limit=5&offset=10'],
    [
      '/oauth/authorize?scope=lo.read%20lo.write&client_id=c1',
      '/oauth/authorize?scope=lo.read%20lo.write&client_id=c1',
    ],
    ['/a?lo_ids[]=1&lo_ids%5B1%5D=2', '/a?lo_ids[]=1&lo_ids%5B1%5D=2'],
    ['/a?scope=lo.read&premium', '/a?scope=lo.read&premium'],
    [`/oauth/authorize?client_id=${token}`, `/oauth/authorize?client_id=${token}`],
    ['/oauth/%zz', '/oauth/%zz'],
    // secrets, however their names are encoded
    ['/a?code=s3cret&limit=1', '/a?code=[redacted]&limit=1'],
    ['/a#access_token=s3cret', '/a#access_token=[redacted]'],
    ['/a?limit=1&one%5Ftime_token=s3cret', '/a?limit=1&one%5Ftime_token=[redacted]'],
    ['/a?one_time_token[]=s3cret', '/a?one_time_token[]=[redacted]'],
    ['/a?one_time_token%5B0%5D=s3cret', '/a?one_time_token%5B0%5D=[redacted]'],
    ['/a?%63lient_secret%3ds3cret', '/a?[redacted]'],
    ['/a?CLIENT_SECRET=s3cret', '/a?CLIENT_SECRET=[redacted]'],
    ['/a?+password=s3cret', '/a?+password=[redacted]'],
    ['/a?limit=1=s3cret', '/a?limit=[redacted]'],
    // personal data, and parameters that nobody thought of
    ['/v2/users?email=pia@mail.example', '/v2/users?email=[redacted]'],
    ['/v2/users?first_name=Pia&last_name[]=P', '/v2/users?first_name=[redacted]&last_name[]=[redacted]'],
    ['/v2/users?limit=pia@mail.example', '/v2/users?limit=[redacted]'],
    ['/v2/users?limit=pia%40mail.example', '/v2/users?limit=[redacted]'],
    [`/v2/users?limit=${token}`, '/v2/users?limit=[redacted]'],
    ['/a?redirect_url=https%3A%2F%2Fx.example%3Ftoken%3D1', '/a?redirect_url=[redacted]'],
    ['/a?password[id]=s3cret', '/a?password[id]=[redacted]'],
    ['/a?state=x&nonce=y', '/a?state=[redacted]&nonce=[redacted]'],
    ['/a?s3cret', '/a?[redacted]'],
    ['/a?pia@mail.example=1', '/a?[redacted]'],
    // paths
    ['/launch/abc?limit=1', '/launch/[redacted]?limit=1'],
    ['/preview/abc/def', '/preview/[redacted]/def'],
    [`/else/${token}`, '/else/[redacted]'],
    ['/users/pia@mail.example', '/users/[redacted]'],
    ['/users/pia%40mail.example', '/users/[redacted]'],
  ])('%s', (url, redacted) => expect(redactUrl(url)).toBe(redacted));

  it.each([
    ['/v2/users/17', '/v2/users/:userId', '/v2/users/17'],
    ['/v2/users/pia', '/v2/users/:userId', '/v2/users/[redacted]'],
    ['/launch/17a', '/launch/:token', '/launch/[redacted]'],
    [`/client/${token}`, '/client/:clientId', `/client/${token}`],
    ['/client/pia@mail.example', '/client/:clientId', '/client/[redacted]'],
    [
      '/v2/learning-objects/4/preview',
      '/v2/learning-objects/:loId/preview',
      '/v2/learning-objects/4/preview',
    ],
    [`/queues/static/${token}.js`, '/queues/*', '/queues/static/[redacted]'],
  ])('%s of route %s', (url, pattern, redacted) => expect(redactUrl(url, pattern)).toBe(redacted));

  it('shows at most 1,000 characters, in linear time', () => {
    expectLinearTime(100_000, (length) => {
      expect(redactUrl(`/a?${'limit=1&'.repeat(length)}`).length).toBeLessThan(1_010);
    });
    expectLinearTime(500_000, (length) => {
      expect(redactUrl(`/a?${'['.repeat(length)}=1`)).toBe('/a?[redacted]');
    });
  });
});
