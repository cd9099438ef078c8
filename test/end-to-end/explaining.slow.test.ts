import { expect, it } from 'vitest';
import { startService } from './service.js';

/** Two million characters, stored in five thousand bytes. */
const text = 'alpha beta gamma '.repeat(120_000);

it('answers other requests while it explains, compares and signs texts that inflate to much', async () => {
  const service = await startService(':memory:');
  await service.post('/collections', { name: 'kept', keepText: true });
  for (let i = 0; i < 12; i++) {
    const { status } = await service.post('/documents', { id: `${i}`, collection: 'kept', text });
    expect(status).toBe(201);
  }
  const long = {
    explain: () => service.post('/query', { collection: 'kept', id: '0', explain: true }),
    compare: () => service.post('/compare', { collection: 'kept', a: { id: '0' }, b: { id: '1' } }),
  };
  for (const [name, ask] of Object.entries(long)) {
    let done = false;
    const asked = ask().finally(() => {
      done = true;
    });
    await service.get('/healthz');
    expect(done, name).toBe(false);
    expect((await asked).status, name).toBe(200);
  }
  const recipe = { method: 'simhash' };
  const job = await service.post('/collections/kept/reindex', { recipe });
  await service.get('/healthz');
  expect((await service.get(`/jobs/${job.body.id}`)).body.state).toBe('running');
});
