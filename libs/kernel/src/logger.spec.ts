import { redactUrl } from './logger.js';

describe('redactUrl', () => {
  it.each([
    ['/a?code=s3cret&x=1', '/a?code=[redacted]&x=1'],
    ['/a#access_token=s3cret', '/a#access_token=[redacted]'],
    ['/a?x=1&one%5Ftime_token=s3cret', '/a?x=1&one%5Ftime_token=[redacted]'],
    ['/a?one_time_token[]=s3cret', '/a?one_time_token[]=[redacted]'],
    ['/a?one_time_token%5B0%5D=s3cret', '/a?one_time_token%5B0%5D=[redacted]'],
    ['/a?body[client_secret]=s3cret', '/a?body[client_secret]=[redacted]'],
    ['/a?%63lient_secret%3ds3cret', '/a?[redacted]'],
    ['/a?CLIENT_SECRET=s3cret', '/a?CLIENT_SECRET=[redacted]'],
    ['/a?+password=s3cret', '/a?+password=[redacted]'],
    ['/a?client_secret%zz=s3cret', '/a?client_secret%zz=s3cret'],
    ['/a?error_code=5&state=x', '/a?error_code=5&state=x'],
    ['/a?scope=lo.read&token', '/a?scope=lo.read&token'],
  ])('%s', (url, redacted) => expect(redactUrl(url)).toBe(redacted));
});
