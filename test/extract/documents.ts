/** Small handmade documents in binary formats. */
import { deflateRawSync, deflateSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly data: Buffer;
  /** Inflated length in the directory, if different from the true length. */
  readonly declaredBytes?: number;
}

/** Creates a ZIP archive without checksums, which document readers do not require. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declaredBytes = data.length } of files) {
    const packed = deflateRawSync(data);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(declaredBytes, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(declaredBytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

export function docxOf(paragraphs: readonly string[], more: readonly ZipFile[] = []): Buffer {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const runs = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const file = (name: string, xml: string) => ({ name, data: Buffer.from(xml) });
  return zipOf([
    file(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    file(
      '_rels/.rels',
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    file('word/document.xml', `<w:document ${w}><w:body>${runs}</w:body></w:document>`),
    file('docProps/core.xml', '<p xmlns:dc="x"><dc:title>Salt &amp; pepper</dc:title></p>'),
    ...more,
  ]);
}

/** Creates a PDF with one page per text and compressed contents. */
export function pdfOf(pages: readonly string[], title: string, padding = 0): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const object = (number: number, body: string, stream?: Buffer) => {
    offsets[number] = length;
    put(Buffer.from(`${number} 0 obj\n${body}\n`));
    if (stream) put(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    put(Buffer.from('endobj\n'));
  };
  put(Buffer.from('%PDF-1.4\n'));
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pages.forEach((text, i) => {
    const contents = deflateSync(
      Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET${' '.repeat(padding)}`),
    );
    object(
      4 + 2 * i,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
    );
    object(5 + 2 * i, `<< /Length ${contents.length} /Filter /FlateDecode >>`, contents);
  });
  const info = 4 + 2 * pages.length;
  object(info, `<< /Title (${title}) >>`);
  const start = length;
  const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`;
  put(
    Buffer.from(
      `xref\n0 ${info + 1}\n0000000000 65535 f \n${offsets.slice(1).map(entry).join('')}trailer\n<< /Size ${info + 1} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Creates a PDF of one page with a given content stream: data and dictionary. */
export function pdfOfStream(dictionary: string, data: Buffer): Buffer {
  return pdfOfPage(
    { dictionary, data },
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  );
}

export interface NamedFont {
  /** Name of the CMap from codes to glyphs. */
  readonly encoding: string;
  /** Name of the character collection. */
  readonly ordering: string;
}

/**
 * Creates a PDF of one page: lines in Helvetica, then strings in a composite font that is not embedded and has no
 * Unicode map. Each string begins a line, or in vertical writing a column to the left of the previous one.
 */
export function pdfOfNamedFont(
  lines: readonly string[],
  strings: readonly Buffer[],
  { encoding, ordering }: NamedFont,
): Buffer {
  const step = encoding.endsWith('V') ? '-20 0' : '0 -20';
  const shown = [
    'BT /F2 12 Tf 72 750 Td',
    ...lines.map((line) => `(${line}) Tj 0 -15 Td`),
    'ET BT /F1 12 Tf 300 600 Td',
    ...strings.map((string) => `<${string.toString('hex')}> Tj ${step} Td`),
    'ET',
  ];
  return pdfOfPage(
    { dictionary: '', data: Buffer.from(shown.join('\n')) },
    Buffer.from(
      `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    ),
    Buffer.from(
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    ),
    Buffer.from(
      '<< /Type /FontDescriptor /FontName /Song /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  );
}

/** @param others the font F1 as the fifth object; the optional eighth object is the font F2 */
function pdfOfPage(
  { dictionary, data }: { readonly dictionary: string; readonly data: Buffer },
  ...others: readonly Buffer[]
): Buffer {
  const second = others.length > 3 ? '/F2 8 0 R' : '';
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R ${second} >> >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${data.length} ${dictionary} >>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ]),
    ...others,
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const rows: string[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}
