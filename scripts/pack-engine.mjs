/** Prepares the package of an engine, in its folder; run by `npm pack -w neardup-…`. */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './build.mjs';

cpSync(fileURLToPath(new URL('../LICENSE', import.meta.url)), 'LICENSE');
