import Fastify from 'fastify';

/** Baseline of the HTTP bench: plain Fastify with its JSON parser, without schemas or hooks. */
const app = Fastify({ bodyLimit: 8 * 1024 * 1024 });
app.post('/check', async ({ body }) => ({ id: (body as { id: string }).id, decision: 'new' }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`echo is ready at ${address}\n`);
