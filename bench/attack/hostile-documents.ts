import { deflateRawSync, deflateSync } from 'node:zlib';

/** Small files that expand enormously when read, and conceal their size. */

/**
 * Creates a DOCX whose end record declares no files, and whose ZIP64 records list its files. (APPNOTE.TXT, 4.3.14 to
 * 4.3.16)
 * @param inflatedBytes size of its text, nearly all of it a comment
 */
export function docxInZip64(inflatedBytes: number): Buffer {
  const paragraph = '<w:p><w:r><w:t>A document that is larger than it looks.</w:t></w:r></w:p>';
  return docxOf(paragraph, `<!--${' '.repeat(inflatedBytes)}-->`);
}

/** Creates such a DOCX, given the content of its body and of its document before the body. */
export function docxOf(body: string, before = ''): Buffer {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
  const text = `<w:document ${w}>${before}<w:body>${body}</w:body></w:document>`;
  const entries = [
    ['[Content_Types].xml', types],
    ['_rels/.rels', relations],
    ['word/document.xml', text],
  ] as const;
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(content), 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, where, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...files, listed, ...zip64End(entries.length, listed.length, offset)]);
}

function zip64End(entries: number, directoryBytes: number, directoryAt: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(0xffff, 4); // means: read the ZIP64 records
  return [record, locator, end];
}

/** Creates a PDF of one page, given the dictionary and data of its contents. (ISO 32000-1, 7.3.8) */
function pdfOf(dictionary: string, data: Buffer): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${data.length} ${dictionary} >>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, i) => [
    Buffer.from(`${i + 1} 0 obj\n`),
    Buffer.from(body),
    Buffer.from('\nendobj\n'),
  ]);
  const parts = [Buffer.from('%PDF-1.7\n'), ...objects.flat()];
  const offsets: number[] = [];
  let length = 0;
  for (const part of parts) {
    if (/^\d 0 obj/.test(part.toString('latin1', 0, 7))) offsets.push(length);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** Encodes a run of equal bytes in two bytes. (ISO 32000-1, 7.4.5) */
export function pdfInRuns(inflatedBytes: number): Buffer {
  const run = Buffer.from([257 - 128, 0x20]);
  return pdfOf('/Filter /RunLengthDecode', Buffer.alloc((inflatedBytes / 128) * 2, run));
}

/** Writes a name with hexadecimal letters. (ISO 32000-1, 7.3.5) */
export function pdfWithHexFilter(inflatedBytes: number): Buffer {
  return pdfOf('/Filter /#46lateDecode', deflatedSpaces(inflatedBytes));
}

/** Puts other dictionary entries between the filter and the data. */
export function pdfWithFarFilter(inflatedBytes: number): Buffer {
  const dictionary = `/Filter /FlateDecode /Other (${'x'.repeat(2000)})`;
  return pdfOf(dictionary, deflatedSpaces(inflatedBytes));
}

function deflatedSpaces(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes, ' '));
}
