import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import type { Detector } from '../src/detector/detector.js';
import { createApp } from '../src/http/app.js';
import { createMetrics } from '../src/http/metrics.js';
import { version } from '../src/package-facts.js';

/** Writes openapi.json from the schemas of the routes; with --check only compares. */
const file = new URL('openapi.json', import.meta.url);
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const generated = `${JSON.stringify(await describe(), null, 2)}\n`;

if (!values.check) {
  writeFileSync(file, generated);
} else if (readFileSync(file, 'utf8') !== generated) {
  process.stderr.write('openapi/openapi.json is out of date: run `npm run openapi`\n');
  process.exitCode = 1;
}

async function describe() {
  const app = await createApp({
    ...readConfig({ logLevel: 'silent' }, {}),
    detector: {} as Detector, // describing the routes calls none of them
    metrics: createMetrics(version),
    version,
    keys: undefined,
  });
  await app.ready();
  return app.swagger();
}
