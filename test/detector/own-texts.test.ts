import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openDetector } from '../../src/open-detector.js';

it('keeps own texts of all collections up to a limit', async () => {
  const detector = await openDetector(readConfig({ dataFile: ':memory:' }));
  const text = `${'\n'.repeat(2 ** 20 - 2)}患者`;
  const recipe = { version: 2, ownWords: text, ownStopWords: text } as const;
  const create = (name: string) => detector.createCollection({ name, recipe });
  for (let index = 0; index < 8; index++) await create(`full-${index}`);
  const least = { version: 2, ownStopWords: '患' } as const;
  const refused = { code: 'validation_failed', message: expect.stringContaining('16777217') };
  await expect(detector.createCollection({ name: 'more', recipe: least })).rejects.toMatchObject(
    refused,
  );
  await detector.createCollection({ name: 'without' });
  await detector.deleteCollection('full-0');
  await detector.createCollection({ name: 'more', recipe: least });
  await detector.close();
});
