import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'cassandra-driver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../../../../test/end-to-end/service.js';
import { checking, newCollection } from '../../../../test/store/samples.js';
import { type CassandraStoreOptions, openStore } from '../../src/cassandra-store.js';
import { firstAddress, type Nodes, startNodes } from './nodes.js';

/** A node that requires TLS and passwords, and restricts the permissions of users. */
const directory = mkdtempSync(join(tmpdir(), 'neardup-certificates-'));
const keyStorePassword = 'of-a-test';
const superuser = { username: 'cassandra', password: 'cassandra' };
const user = { user: 'neardup', password: 'it\'s "secret"; ü' };

let nodes: Nodes;
beforeAll(async () => {
  const certificate = makeCertificate('node');
  makeCertificate('stranger');
  const client = { credentials: superuser, sslOptions: { ca: [readFileSync(certificate)] } };
  const yaml = `
authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
role_manager: CassandraRoleManager
client_encryption_options:
  enabled: true
  optional: false
  keystore: ${join(directory, 'node.p12')}
  keystore_password: ${keyStorePassword}
  store_type: PKCS12
`;
  nodes = await startNodes(1, { yaml, client });
  const admin = new Client({
    ...{ contactPoints: [...nodes.hosts], localDataCenter: 'datacenter1' },
    protocolOptions: { port: nodes.port },
    ...client,
  });
  const replication = "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}";
  for (const statement of [
    `CREATE KEYSPACE pages WITH replication = ${replication}`,
    `CREATE ROLE neardup WITH LOGIN = true AND PASSWORD = '${user.password.replace("'", "''")}'`,
    'GRANT ALL PERMISSIONS ON KEYSPACE pages TO neardup',
  ]) {
    await admin.execute(statement);
  }
  await admin.shutdown();
});
afterAll(async () => {
  await nodes?.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('opens for a user with rights on one keyspace only, and makes the tables', {
  tags: 'long',
}, async () => {
  const store = await open();
  const pages = await store.createCollection(newCollection('pages'));
  expect(await store.check(checking(pages, 'a'))).toMatchObject({ decision: 'new' });
  expect(await store.check(checking(pages, 'b'))).toMatchObject({ decision: 'duplicate' });
  await store.close();
});

it('takes its settings from the environment', { tags: 'long' }, async () => {
  const service = await startService(null, {
    NEARDUP_STORE: url('pages'),
    NEARDUP_STORE_USER: user.user,
    NEARDUP_STORE_PASSWORD: user.password,
    NEARDUP_STORE_CA_FILE: certificateOf('node'),
  });
  expect((await service.get('/readyz')).status).toBe(200);
  expect(await service.post('/collections', { name: 'served' })).toMatchObject({ status: 201 });
  const text = 'A page that comes by TLS and a password.';
  const checked = await service.post('/check', { id: 'a', text, collection: 'served' });
  expect(checked).toMatchObject({ status: 201, body: { decision: 'new' } });
});

it.each<[string, Partial<CassandraStoreOptions>, RegExp]>([
  ['without a user', { user: undefined, password: undefined }, /requires authentication/],
  ['with a wrong password', { password: 'wrong' }, /incorrect/],
  ['without TLS', { caFile: undefined }, /Cannot reach/],
  ['by the certificate of somebody else', { caFile: certificateOf('stranger') }, /certificate/],
  ['with a keyspace that the user may not make', { url: '' }, /no CREATE permission/],
])('stays closed %s', { tags: 'long' }, async (_, changes, message) => {
  const given = changes.url === '' ? { url: url('another') } : changes;
  await expect(open(given)).rejects.toMatchObject({
    code: 'not_ready',
    message: expect.stringMatching(message),
  });
});

function open(changes: Partial<CassandraStoreOptions> = {}) {
  return openStore({
    ...user,
    url: url('pages'),
    caFile: certificateOf('node'),
    replication: 1,
    geometry: '4x16',
    queueMax: 100,
    ...changes,
  });
}

const url = (keyspace: string) => `cassandra://${nodes.hosts[0]}:${nodes.port}/${keyspace}`;

function certificateOf(name: string): string {
  return join(directory, `${name}.pem`);
}

/** Creates a self-signed certificate for the address of the first node, with its key in a Java key store. */
function makeCertificate(name: string): string {
  const store = [
    ...['-keystore', join(directory, `${name}.p12`), '-storetype', 'PKCS12'],
    ...['-storepass', keyStorePassword, '-alias', 'node'],
  ];
  const subject = ['-dname', `CN=${name}`, '-ext', `san=ip:${firstAddress}`];
  const kind = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-validity', '2'];
  keytool(['-genkeypair', ...store, ...subject, ...kind]);
  keytool(['-exportcert', '-rfc', ...store, '-file', certificateOf(name)]);
  return certificateOf(name);
}

function keytool(args: readonly string[]): void {
  execFileSync('keytool', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
