import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { readDocument, tableOf } from './markdown.js';

/** Tests the table at the top of README.md: pages that follow the ferry page of its example. */

const readme = readDocument('README.md');
const [, example] = /^curl localhost:8080\/check --json '(.*?)'/ms.exec(readme)!;
const stored = JSON.parse(example!) as { id: string; text: string };
const { text } = stored;
const lastSentence = text.slice(text.lastIndexOf('. ') + 1);
const elsewhere = 'https://elsewhere.example/ferry';

const pages: Readonly<Record<string, { readonly id?: string; readonly text: string }>> = {
  'the same in capitals, a sentence a line': { text: text.toUpperCase().replaceAll('. ', '.\n') },
  'without its last seven words': { text: text.slice(0, text.lastIndexOf(', and dogs')) },
  'without its last sentence': { text: text.replace(lastSentence, '') },
  'under the heading "Harbour news"': { text: `Harbour news\n${text}` },
  'another ordinary word: "suspended" for "cancelled"': {
    text: text.replace('cancelled', 'suspended'),
  },
  'another number: 9:15 for 8:15': { text: text.replace('8:15', '9:15') },
  '"is not cancelled"': { text: text.replace('is cancelled', 'is not cancelled') },
  'a sentence more: "In August a second ship sails, which also carries cars."': {
    text: `${text} In August a second ship sails, which also carries cars.`,
  },
  'its first sentence alone': { text: text.slice(0, text.indexOf('. ') + 1) },
  'at its own address, another number': { id: stored.id, text: text.replace('8:15', '9:15') },
  'at its own address, the same': { id: stored.id, text },
};

it('README.md shows what is decided about pages', async () => {
  const rows = tableOf(readme, 'the page that arrives');
  expect(rows.map(([page]) => page)).toEqual(Object.keys(pages));
  const { post } = await openLocalService(join(temporaryDirectory(), 'readme.db'), longExtraction);
  await post('/check', stored);
  for (const [name, cell] of rows) {
    const page = { id: elsewhere, ...pages[name!]!, dryRun: true };
    const { body } = await post('/check', page);
    expect((body as { decision: string }).decision, name).toBe(/\w+/.exec(cell!)![0]);
  }
});
