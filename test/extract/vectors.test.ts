import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/extract.js';
import { loadExtractVectors, versioned } from './vectors.js';

const limits = { textLengthMax: 1_000_000, inflatedBytesMax: 1_000_000 };

/** A failure means that the output of the extractor has changed, so its version must change. */
describe('the same bytes give the same text: a page in', () => {
  it.each(loadExtractVectors())('$name', async ({ bytesBase64, header, extracted }) => {
    const content = Buffer.from(bytesBase64, 'base64');
    const page = { content, mediaType: 'text/html', charset: header } as const;
    expect(versioned(await extract(page, limits))).toEqual(extracted);
  });
});
