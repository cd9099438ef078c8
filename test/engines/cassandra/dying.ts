import { geometry } from '../../../src/fingerprint/geometry.js';
import { connect } from '../../../src/store/cassandra/connection.js';
import { createIndexRows } from '../../../src/store/cassandra/index-rows.js';
import { storing } from '../../../src/store/cassandra/intents.js';
import { operate } from '../../../src/store/cassandra/operate.js';
import { createRegisters, type Registers } from '../../../src/store/cassandra/registers.js';
import { createSightings } from '../../../src/store/cassandra/sightings.js';
import { createSurvey } from '../../../src/store/cassandra/survey.js';
import type { Collection } from '../../../src/store/collection.js';
import { checking } from '../../store/samples.js';
import { familySignature } from './histories.js';

/** What a process is to store that will be killed before it decides. */
export interface LastWish {
  readonly url: string;
  readonly collection: Collection;
  readonly id: string;
  readonly family: number;
  readonly content: number;
}

/**
 * A process that takes one check through the protocol as a service does, until it would decide: it says
 * so and waits to be killed.
 */
process.once('message', async ({ url, collection, id, family, content }: LastWish) => {
  const connection = await connect({ url });
  const tables = geometry('4x16');
  const registers: Registers = {
    ...createRegisters(connection),
    change: () => {
      process.send!('decides');
      return new Promise(() => {});
    },
  };
  const rows = createIndexRows(connection, tables);
  const sightings = createSightings(connection);
  const survey = createSurvey(registers, rows, tables);
  const check = checking(collection, id, { signature: familySignature(family, content) });
  const intent = storing(collection, check, { kind: 'ifNew', id });
  await operate({ registers, rows, sightings, survey }, intent);
});
process.once('disconnect', () => process.exit());
