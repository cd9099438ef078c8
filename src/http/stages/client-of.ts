import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Key } from '../../api/keys.js';
import type { Client } from '../../shares/client.js';

interface Known {
  readonly key: Key | null;
  readonly ip: string;
  readonly client: Client;
}

const clients = new WeakMap<Socket, Known>();
let connections = 0;

/**
 * The client whose share a request takes: its owner is the key, else the address; below the owner
 * counts the connection. Call it when the key is known.
 */
export function clientOf({
  key,
  ip,
  socket,
}: Pick<FastifyRequest, 'key' | 'ip' | 'socket'>): Client {
  const known = clients.get(socket);
  if (known !== undefined && known.key === key && known.ip === ip) return known.client;
  const owner = key === null ? `address ${networkOf(ip)}` : `key ${key.name}`;
  if (known === undefined) connections += 1;
  const connection = known?.client.connection ?? String(connections);
  const client = known?.client.owner === owner ? known.client : { owner, connection };
  clients.set(socket, { key, ip, client });
  return client;
}

/** Whose claims are those that name no claimant: those of the key. Without keys all are of one. */
export function claimantOf({ key }: Pick<FastifyRequest, 'key'>): string {
  return key?.name ?? '';
}

/** The owner of a connection by its latest request; where none was admitted, its address. */
export function ownerOf(socket: Socket): string {
  return clients.get(socket)?.client.owner ?? `address ${networkOf(socket.remoteAddress ?? '')}`;
}

/** Of IPv6 the first 64 bits: a client with one such address has its whole network. */
export function networkOf(address: string): string {
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
