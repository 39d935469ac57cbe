import { useResourceApi } from '@app/testing';

describe('/v2/users', () => {
  const api = useResourceApi();

  it('GET /v2/me answers the account of the token', async () => {
    const admin = await api.administrator();
    const answer = await api.http.get('/v2/me', { token: admin.token });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toMatchObject({ id: admin.id, email: admin.email, roles: ['Administrator'] });
  });
});
