import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Key } from '../../../src/api/keys.js';
import { getClient, toNetwork } from '../../../src/http/limits/client.js';

const key: Key = { name: 'crawler', scope: 'write', collections: null, expiresAt: null } as Key;

describe('the client of a request', () => {
  it('is its key, or its address if it has no key', () => {
    const socket = new Socket();
    expect(getClient({ key, ip: '10.0.0.1', socket }).owner).toBe('key crawler');
    expect(getClient({ key: null, ip: '10.0.0.1', socket }).owner).toBe('address 10.0.0.1');
  });

  it('has one connection per socket, whatever its requests', () => {
    const [one, other] = [new Socket(), new Socket()];
    const first = getClient({ key, ip: '10.0.0.1', socket: one });
    expect(getClient({ key, ip: '10.0.0.1', socket: one })).toBe(first);
    expect(getClient({ key: null, ip: '10.0.0.1', socket: one }).connection).toBe(first.connection);
    expect(getClient({ key, ip: '10.0.0.1', socket: other }).connection).not.toBe(first.connection);
  });

  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ])('assigns %s to %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
