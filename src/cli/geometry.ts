import { Command, Option } from 'commander';
import { toHex } from '../fingerprint/blocks.js';
import { type Geometry, geometry, geometryName, geometryNames } from '../fingerprint/geometry.js';
import type { Fingerprint } from '../fingerprint/signature.js';

const help = `
A geometry divides the 64 bits of a fingerprint into the keys of several tables, so that
fingerprints that differ in few bits have at least one key in common. docs/scale.md helps to
choose one.

Examples:
  neardup geometry 10x25 --sql
  neardup geometry 4x16 --json`;

export function geometryCommand(): Command {
  return new Command('geometry')
    .description(
      'print the keys into which fingerprints are divided, for engines that join by them',
    )
    .argument('<name>', `one of ${geometryNames.join(', ')}`)
    .addOption(new Option('--sql', 'print a query that returns one mask per row').conflicts('json'))
    .option(
      '--json',
      'print a JSON object with the masks in hexadecimal and the distances that are found exactly',
    )
    .addHelpText('after', help)
    .action((name: string, { sql }: { readonly sql?: boolean }) => {
      const found = geometry(geometryName(name));
      process.stdout.write(`${sql ? maskQuery(found) : JSON.stringify(described(found))}\n`);
    });
}

/**
 * Returns an SQL query that yields a row (`number`, `mask`) for each table. SQL engines have only signed 64-bit
 * numbers, so a mask that includes the highest bit is negative.
 */
function maskQuery({ tables }: Geometry): string {
  const rows = tables.map(({ mask }, number) => `(${number}, ${signed(mask)}L)`);
  return `SELECT * FROM VALUES ${rows.join(', ')} AS masks(number, mask)`;
}

function described({ tables, ...rest }: Geometry): object {
  return { ...rest, tables: tables.map(({ mask, keyBits }) => ({ mask: toHex(mask), keyBits })) };
}

function signed({ high, low }: Fingerprint): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}
