/**
 * Records the texts that this build extracts from small pages in many languages and charsets: `tsx
 * scripts/generate-extract-vectors.ts`. Never overwrites its file: an extractor with different output is a new version
 * with a separate file.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import iconv from 'iconv-lite';
import { extract } from '../src/extract/extract.js';
import { type Sample, samples } from '../test/extract/samples.js';
import { type ExtractVector, vectorFile, versioned } from '../test/extract/vectors.js';

if (existsSync(vectorFile))
  throw new Error(`${vectorFile} exists: results of a version never change`);

const limits = { textLengthMax: 1_000_000, inflatedBytesMax: 1_000_000 };
const pages: Omit<ExtractVector, 'extracted'>[] = samples.flatMap((sample) => [
  page(`${sample.label}, declared by the page`, sample, sample.label, null),
  page(`${sample.label}, declared by the header alone`, sample, null, sample.label),
  page(`${sample.label}, declared by nobody`, sample, null, null),
  page(`${sample.label}, with the default header of a server`, sample, sample.label, 'iso-8859-1'),
]);
const vectors: ExtractVector[] = [];
for (const each of pages) {
  const content = Buffer.from(each.bytesBase64, 'base64');
  const extracted = await extract(
    { content, mediaType: 'text/html', charset: each.header },
    limits,
  );
  vectors.push({ ...each, extracted: versioned(extracted) });
}
mkdirSync(dirname(vectorFile), { recursive: true });
writeFileSync(vectorFile, `${JSON.stringify(vectors, null, 2)}\n`);
console.log(`${vectors.length} vectors in ${vectorFile}`);

function page(name: string, { text, charset }: Sample, meta: string | null, header: string | null) {
  const declared =
    meta === null ? '' : `<meta http-equiv=content-type content="text/html; charset=${meta}">`;
  const html = `<!DOCTYPE html><html><head>${declared}<title>${text.slice(0, 20)}</title>
<script>document.write("<p>script</p>")</script></head><body>
<ul class="menu"><li><a href="/">A</a><li><a href="/b">B</a></ul>
<div class="main"><h1>${text.slice(0, 20)}</h1>
<p>${text}<p>${text.slice(10)}<br>${text.slice(0, 30)}<b>${text.slice(30, 33)}</b>${text.slice(33)}</p>
<table><tr><td>1 &lt; 2<td>&#19968; &amp; x</table><p>${text}</div>
<div class="share-bar"><a href="#s">C</a></div><div id="footer">D</div></body></html>`;
  return { name, header, bytesBase64: iconv.encode(html, charset).toString('base64') };
}
