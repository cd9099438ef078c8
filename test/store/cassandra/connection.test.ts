import driver from 'cassandra-driver';
import { describe, expect, it } from 'vitest';
import { connect, isUnknownOutcome, parseUrl } from '../../../src/store/cassandra/connection.js';

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

it('says that nobody is there', async () => {
  const url = 'cassandra://127.0.0.1:1/pages';
  await expect(connect({ url })).rejects.toMatchObject({ code: 'not_ready' });
});

describe('whether a request took effect', () => {
  const { errors } = driver;
  const { responseErrorCodes } = driver.types;
  const response = (code: keyof typeof responseErrorCodes) =>
    new errors.ResponseError(responseErrorCodes[code], code);
  // As the driver ends what a node had that went away (connection.js, clearAndInvokePending).
  const lost = Object.assign(new Error('Socket was closed'), { isSocketError: true });

  it.each([
    new errors.OperationTimedOutError('no answer within 3000 ms'),
    lost,
    response('writeTimeout'),
    response('readTimeout'),
    response('writeFailure'),
    response('overloaded'),
    response('isBootstrapping'),
  ])('is not known after %s', (error) => {
    expect(isUnknownOutcome(error)).toBe(true);
  });

  it.each([
    response('unavailableException'),
    response('syntaxError'),
    response('unauthorized'),
    new errors.NoHostAvailableError({}, 'nobody'),
    undefined,
  ])('is known after %s: it did not', (error) => {
    expect(isUnknownOutcome(error)).toBe(false);
  });
});
