import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileService } from '../../src/cli/service/file-service.js';
import { readConfig } from '../../src/config.js';
import { openDetector } from '../../src/open-detector.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { exported, given, imported, open } from './exporting.js';
import { runNeardup, writeInto } from './program.js';

const text = '患者行经皮冠状动脉介入治疗术后再狭窄，予以支架植入及药物治疗。';
const recipe = {
  weighting: 'tfIdf',
  ownWords: '经皮冠状动脉介入治疗\n再狭窄',
  ownStopWords: '患者',
  ownIdf: '再狭窄 6\n支架 5\n治疗 1',
} as const;

it('signs equally in a service, after a restart, after an import, and in batches', async () => {
  const directory = temporaryDirectory();
  const config = { ...readConfig({}), dataFile: join(directory, 'own.db') };
  const first = await openDetector(config);
  const { recipeId } = await first.createCollection({ name: 'medical', recipe, keepText: true });
  const long = `${text}\n`.repeat(2000);
  const signed = async (detector: typeof first, id: string, content: string) => {
    await detector.add(given({ id, text: content, collection: 'medical' }));
    const document = await detector.get(id, 'medical');
    return document.signature;
  };
  const short = await signed(first, 'short', text);
  const onThread = await signed(first, 'long', long);
  await first.close();

  const second = await openDetector(config);
  expect((await second.getCollection('medical')).recipeId).toBe(recipeId);
  expect(await signed(second, 'short-2', text)).toEqual(short);
  expect(await signed(second, 'long-2', long)).toEqual(onThread);
  await second.close();

  const there = await open();
  const source = await openDetector(config);
  const lines = await exported(fileService(source, readConfig({})), 'medical');
  await source.close();
  expect(await imported(there.service, lines)).toBe(0);
  expect((await there.detector.getCollection('medical')).recipeId).toBe(recipeId);
  expect((await there.detector.get('short', 'medical')).signature).toEqual(short);
  expect(await signed(there.detector, 'short-3', text)).toEqual(short);

  const printed = await runNeardup([
    'recipe',
    '--data',
    config.dataFile,
    '--collection',
    'medical',
  ]);
  const file = writeInto(directory, 'medical.json', printed.stdout);
  expect(JSON.parse(printed.stdout).recipe.ownWords).toBe(recipe.ownWords);
  const input = writeInto(directory, 'pages.ndjson', `${JSON.stringify({ id: 'a', text })}\n`);
  const fields = JSON.stringify(recipe);
  const one = writeInto(directory, 'page.txt', text);
  const fingerprint = await runNeardup([
    ...['fingerprint', '--json', '--recipe', writeInto(directory, 'recipe.json', fields), one],
  ]);
  expect(JSON.parse(fingerprint.stdout)).toMatchObject({
    recipe: recipeId,
    exactHash: short.exactHash,
    featureCount: short.featureCount,
  });
  const dedup = await runNeardup([
    'dedup',
    '--recipe',
    file,
    '--out',
    join(directory, 'out'),
    input,
  ]);
  expect(dedup).toMatchObject({ code: 0 });
  const signed1 = await runNeardup(['batch', 'sign', '--recipe', file], {
    input: `${JSON.stringify({ id: 'a', text })}\n`,
  });
  expect(signed1.stdout).toContain(JSON.parse(fingerprint.stdout).fingerprint);

  const idf = await runNeardup(['idf', '--data', config.dataFile, '--collection', 'medical']);
  expect(idf.stdout).toMatch(/^经皮冠状动脉介入治疗 0\.6931$/m);
  const none = await runNeardup(['idf', '--data', config.dataFile]);
  expect(none.stderr).toContain('no kept text');
});
