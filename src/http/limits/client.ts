import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Key } from '../../api/keys.js';
import type { Client } from '../../quota/task-context.js';

interface Known {
  readonly key: Key | null;
  readonly ip: string;
  readonly client: Client;
}

const clients = new WeakMap<Socket, Known>();
let connections = 0;

/**
 * Returns the client whose quota a request uses. The owner is the key or, without a key, the address; the connections
 * of an owner share its quota. `request.key` is null before the key check, so callers before the check must pass
 * `presentedKey` as the key.
 */
export function getClient({
  key,
  ip,
  socket,
}: Pick<FastifyRequest, 'key' | 'ip' | 'socket'>): Client {
  const known = clients.get(socket);
  if (known !== undefined && known.key === key && known.ip === ip) return known.client;
  const owner = key === null ? `address ${toNetwork(ip)}` : `key ${key.name}`;
  if (known === undefined) connections += 1;
  const connection = known?.client.connection ?? String(connections);
  const client = known?.client.owner === owner ? known.client : { owner, connection };
  clients.set(socket, { key, ip, client });
  return client;
}

/**
 * Returns the owner of a connection: the owner of its latest request, or the client's address if `getClient` has not
 * been called for the connection yet.
 */
export function getOwner(socket: Socket): string {
  return clients.get(socket)?.client.owner ?? `address ${toNetwork(socket.remoteAddress ?? '')}`;
}

/**
 * Returns the first 64 bits of an IPv6 address, because a client usually controls all addresses of its /64 network. An
 * IPv4 address is returned whole.
 */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
