import { constants, deflateRawSync } from 'node:zlib';

/** A page crafted to harm its reader. */
export interface HostilePage {
  readonly name: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

const html = 'text/html; charset=utf-8';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const gigabyte = 1024 ** 3;

export function hostilePages(): HostilePage[] {
  const page = (name: string, mediaType: string, body: string | Buffer) => ({
    name,
    mediaType,
    body: Buffer.from(body as string),
  });
  return [
    page('100,000 nested tags', html, `${'<div>'.repeat(100_000)}text`),
    page('100,000 nested tags of many kinds', html, '<b><p><ul><li><table><tr><td>'.repeat(14_000)),
    page('an attribute of 2 MB', html, `<p title="${'a '.repeat(1_000_000)}">text</p>`),
    page('200,000 attributes', html, `<p ${attributes(200_000)}>text</p>`),
    page('nothing closed', html, '<a href="x<b title=\'<!--<script><![CDATA['.repeat(50_000)),
    page('a million opening brackets', html, '<'.repeat(1_000_000)),
    page('an entity bomb in HTML', html, entityBomb()),
    page('an entity bomb in XHTML', 'application/xhtml+xml', entityBomb()),
    page('an entity bomb in XML', 'application/xml', entityBomb()),
    page(
      'a feed of 200,000 tags',
      'application/rss+xml',
      `<rss><channel><item>${'<a>'.repeat(200_000)}`,
    ),
    page('Markdown of a million brackets', 'text/markdown', '['.repeat(1_000_000)),
    page('4 MB of entities', html, `<p>${'&amp;&#x4e2d;&notanentity;'.repeat(150_000)}</p>`),
    page('a long word in a text', 'text/plain', 'a'.repeat(2_000_000)),
    page('a DOCX of a gigabyte', docx, docxBomb(gigabyte)),
    page('a DOCX of a gigabyte that says it is small', docx, docxBomb(1000)),
    page('a DOCX of a gigabyte that says it is ZIP64', docx, zip64(docxBomb(1000))),
    page('a PDF of a gigabyte', 'application/pdf', pdfBomb()),
    page('a PDF of a gigabyte, by an escape', 'application/pdf', pdfBomb('/#46lateDecode')),
    page(
      'a PDF of a gigabyte, by a long dictionary',
      'application/pdf',
      pdfBomb(`/FlateDecode${' '.repeat(2000)}`),
    ),
    page(
      'a PDF of a gigabyte in hex',
      'application/pdf',
      pdfBomb('[/AHx /Fl]', (s) => hex(s)),
    ),
    page('half a PDF', 'application/pdf', pdfBomb().subarray(0, 100_000)),
    page(
      'a PDF of random bytes',
      'application/pdf',
      `%PDF-1.7\n${'\x01\x9f\u4e2d obj <<'.repeat(100_000)}`,
    ),
  ];
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, i) => `a${i}="b"`).join(' ');
}

/** The "billion laughs": ten entities, each of which expands to ten of the previous one. */
function entityBomb(): string {
  const entities = Array.from({ length: 10 }, (_, i) => {
    const value = i === 0 ? 'laugh ' : `&e${i - 1};`.repeat(10);
    return `<!ENTITY e${i} "${value}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE html [${entities.join('')}]><html><body><p>&e9;</p></body></html>`;
}

/** Deflates a gigabyte of this piece, byte-aligned so that one compressed piece can be repeated. */
function deflatedGigabyte(piece: string): Buffer {
  const megabyte = Buffer.alloc(1024 * 1024, piece);
  const block = deflateRawSync(megabyte, { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: 1024 }, () => block), deflateRawSync('')]);
}

/** @param statedSize inflated size of the text declared by the archive */
function docxBomb(statedSize: number): Buffer {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  return zip([
    deflated('[Content_Types].xml', types),
    deflated('_rels/.rels', relations),
    { name: 'word/document.xml', data: deflatedGigabyte('<w:p>'), size: statedSize },
  ]);
}

interface ZipEntry {
  readonly name: string;
  readonly data: Buffer;
  readonly size: number;
}

function deflated(name: string, content: string): ZipEntry {
  return { name, data: deflateRawSync(content), size: Buffer.byteLength(content) };
}

/** Omits checksums, which DOCX readers ignore. (APPNOTE.TXT, 4.3) */
function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version
    facts.writeUInt16LE(8, 4); // deflated
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), data);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, facts, where, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

const hex = (data: Buffer) => Buffer.from(`${data.toString('hex')}>`);

/** Returns the archive with an end record that refers to missing ZIP64 records. */
function zip64(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt16LE(0xffff, archive.length - 22 + 4);
  changed.writeUInt32LE(0, archive.length - 22 + 8);
  return changed;
}

/** A page whose content is a gigabyte of visible text. (ISO 32000-1, 7.3.8) */
function pdfBomb(filter = '/FlateDecode', encode = (stream: Buffer) => stream): Buffer {
  const deflated = Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedGigabyte('(text) Tj\n')]);
  const stream = encode(deflated);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter ${filter} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
  let file = Buffer.from('%PDF-1.7\n');
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file = Buffer.concat([
      file,
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(table + trailer)]);
}
