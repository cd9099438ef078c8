import type { Attack } from '../attack.js';
import {
  docxInZip64,
  pdfInRuns,
  pdfWithFarFilter,
  pdfWithHexFilter,
} from '../hostile-documents.js';
import { post } from '../message.js';
import type { Operator } from '../operator.js';

const megabyte = 1024 * 1024;
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const pdf = 'application/pdf';

/** Processor time of one page, slightly below the limit. */
const slowPageMs = 1000;
const depth = 50;
/** Pages with more elements are read in constant time. */
const elementsMax = 9000;

function inflating(name: string, does: string, type: string, make: () => Buffer): Attack {
  return {
    ...{ name, does, scope: 'read', beside: ['small pages'], fillsPages: true },
    prepare: async () => {
      const message = post('/extract', type, make());
      return (means) => means.workers(8, () => message);
    },
  };
}

export const pageAttacks: readonly Attack[] = [
  inflating(
    'docx-zip64',
    '8 × `POST /extract` at a time of a DOCX of 100 KB that is 100 MB, by ZIP64 records alone',
    docx,
    () => docxInZip64(100 * megabyte),
  ),
  inflating(
    'pdf-runs',
    '8 × `POST /extract` at a time of a PDF of 4 MB that is 256 MB, by `RunLengthDecode`',
    pdf,
    () => pdfInRuns(256 * megabyte),
  ),
  inflating(
    'pdf-hex-filter',
    '8 × `POST /extract` at a time of a PDF of 250 KB that is 256 MB, by `/#46lateDecode`',
    pdf,
    () => pdfWithHexFilter(256 * megabyte),
  ),
  inflating('pdf-far-filter', 'the same with 2,000 characters between filter and data', pdf, () =>
    pdfWithFarFilter(256 * megabyte),
  ),
  {
    name: 'slow-pages',
    does: '80 × `POST /extract` at a time of HTML that takes about a second to read',
    scope: 'read',
    beside: ['small pages'],
    fillsPages: true,
    prepare: async (operator) => {
      const message = post('/extract', 'text/html', await slowPage(operator));
      return (means) => means.workers(80, () => message);
    },
  },
];

/** Returns a page with enough nested elements to take long on this machine, but not too many to be read. */
async function slowPage({ extract }: Operator): Promise<Buffer> {
  const nest = `${'<div>'.repeat(depth)}a few words, of which there are enough${'</div>'.repeat(depth)}`;
  let page = Buffer.from(nest);
  for (let elements = 1000; elements <= elementsMax; elements += 1000) {
    const next = Buffer.from(nest.repeat(elements / depth));
    const { status, tookMs } = await extract('text/html', next);
    if (status !== 200) break;
    page = next;
    if (tookMs >= slowPageMs) break;
  }
  return page;
}
