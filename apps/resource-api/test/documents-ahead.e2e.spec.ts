import { startListening } from '@app/http';
import { SwaggerModule } from '@nestjs/swagger';
import { createResourceApi } from '../src/app.js';
import { useResourceApi } from './resource-api.js';

describe('the OpenAPI document', () => {
  const api = useResourceApi();

  it('is made before the server listens, not by its first reader', async () => {
    const { app } = await createResourceApi(api.settings, { clock: api.clock });
    const create = jest.spyOn(SwaggerModule, 'createDocument');
    try {
      await startListening(app, { PORT: 0, HOST: '127.0.0.1' }, ['/docs-json']);
      expect(create).toHaveBeenCalledTimes(1);
      const answer = await fetch(`${await app.getUrl()}/docs-json`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toHaveProperty('openapi');
      expect(create).toHaveBeenCalledTimes(1);
    } finally {
      create.mockRestore();
      await app.close();
    }
  });
});
