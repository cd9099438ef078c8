import driver from 'cassandra-driver';
import { describe, expect, it } from 'vitest';
import { connect, isUnknownOutcome, parseUrl } from '../src/connection.js';

describe('the address of a cluster', () => {
  it('names hosts and a keyspace', () => {
    expect(parseUrl('cassandra://10.0.0.1,db.example/pages')).toEqual({
      hosts: ['10.0.0.1', 'db.example'],
      port: 9042,
      keyspace: 'pages',
    });
  });

  it.each([
    ['10.0.0.1:9043,db.example', ['10.0.0.1', 'db.example'], 9043],
    ['10.0.0.1,db.example:9043', ['10.0.0.1', 'db.example'], 9043],
    ['db.example:19042,db.example:19042', ['db.example', 'db.example'], 19042],
    ['[fd00::1]:9043,[fd00::2]', ['[fd00::1]', '[fd00::2]'], 9043],
    ['[fd00::1]', ['[fd00::1]'], 9042],
  ])('takes the port of all nodes from %s', (places, hosts, port) => {
    expect(parseUrl(`cassandra://${places}/pages`)).toEqual({ hosts, port, keyspace: 'pages' });
  });

  it.each([
    'cassandra://10.0.0.1',
    'cassandra:///pages',
    'cassandra://10.0.0.1,/pages',
    'cassandra://10.0.0.1:/pages',
    'cassandra://10.0.0.1:0/pages',
    'cassandra://10.0.0.1:65536/pages',
    'cassandra://10.0.0.1:cql/pages',
    'cassandra://10.0.0.1:9042,10.0.0.2:9043/pages',
    'cassandra://fd00::1/pages',
    'cassandra://:9042/pages',
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

it('reports that no node answers', async () => {
  const url = 'cassandra://127.0.0.1:1/pages';
  await expect(connect({ url })).rejects.toMatchObject({ code: 'not_ready' });
});

describe('the outcome of a request', () => {
  const { errors } = driver;
  const { responseErrorCodes } = driver.types;
  const response = (code: keyof typeof responseErrorCodes) =>
    new errors.ResponseError(responseErrorCodes[code], code);
  // Error of the driver for pending requests of a closed connection (connection.js, clearAndInvokePending).
  const lost = Object.assign(new Error('Socket was closed'), { isSocketError: true });

  it.each([
    new errors.OperationTimedOutError('no answer within 3000 ms'),
    lost,
    response('writeTimeout'),
    response('readTimeout'),
    response('writeFailure'),
    response('overloaded'),
    response('isBootstrapping'),
    // The second node was tried after the first had timed out.
    new errors.NoHostAvailableError({
      '10.0.0.1:9042': new errors.OperationTimedOutError('no answer within 3000 ms'),
      '10.0.0.2:9042': new Error('no connection'),
    }),
    new errors.NoHostAvailableError({ '10.0.0.1:9042': lost }),
  ])('is unknown after %s', (error) => {
    expect(isUnknownOutcome(error)).toBe(true);
  });

  it.each([
    response('unavailableException'),
    response('syntaxError'),
    response('unauthorized'),
    new errors.NoHostAvailableError({}, 'nobody'),
    new errors.NoHostAvailableError({ '10.0.0.1:9042': new Error('no connection') }),
    undefined,
  ])('is known to be a failure after %s', (error) => {
    expect(isUnknownOutcome(error)).toBe(false);
  });
});
