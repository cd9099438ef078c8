import { describe, expect, it } from 'vitest';
import { connect, parseUrl } from '../../../src/store/cassandra/connection.js';

describe('the address of a cluster', () => {
  it('names hosts and a keyspace', () => {
    expect(parseUrl('cassandra://10.0.0.1,db.example:9043/pages')).toEqual({
      hosts: ['10.0.0.1', 'db.example:9043'],
      keyspace: 'pages',
    });
  });

  it.each([
    'cassandra://10.0.0.1',
    'cassandra:///pages',
    'cassandra://10.0.0.1,/pages',
    'cassandra://user@10.0.0.1/pages',
    'cassandra://10.0.0.1/Pages',
    'cassandra://10.0.0.1/pages; DROP KEYSPACE x',
    'https://10.0.0.1/pages',
  ])('%s is refused', (url) => {
    expect(() => parseUrl(url)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }) as Error,
    );
  });
});

it('says that nobody is there', async () => {
  const url = 'cassandra://127.0.0.1:1/pages';
  await expect(connect({ url })).rejects.toMatchObject({ code: 'not_ready' });
});
