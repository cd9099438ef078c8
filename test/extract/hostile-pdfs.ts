import { deflateSync } from 'node:zlib';
import { pdfOfStream } from './documents.js';

/** Returns PDFs with one stream much longer than the file, using every possible encoding. */
export function pdfBombs(bytes: number): { readonly name: string; readonly pdf: Buffer }[] {
  const shown = Buffer.alloc(bytes, 'BT /F1 12 Tf (text) Tj ET\n');
  const flate = deflateSync(shown);
  const runs = Buffer.concat([
    Buffer.alloc(bytes / 64, Buffer.from([129, 0x20])),
    Buffer.from([128]),
  ]);
  const hex = (data: Buffer) => Buffer.from(`${data.toString('hex')}>`);
  const bomb = (name: string, dictionary: string, data: Buffer) => ({
    name,
    pdf: pdfOfStream(dictionary, data),
  });
  return [
    bomb('Flate', '/Filter /FlateDecode', flate),
    bomb('a name with an escape', '/Filter /#46lateDecode', flate),
    bomb('its abbreviation', '/Filter /Fl', flate),
    bomb('a long dictionary', `/Filter /FlateDecode ${' '.repeat(2000)}`, flate),
    bomb(
      'another dictionary behind',
      `/Filter /FlateDecode /X << /Y (${'z'.repeat(600)}) >>`,
      flate,
    ),
    bomb('a comment in between', '/Filter % obj\n/FlateDecode', flate),
    bomb('a list', '/Filter [/FlateDecode]', flate),
    bomb('Flate in Flate', '/Filter [/FlateDecode /FlateDecode]', deflateSync(flate)),
    bomb(
      'Flate five times',
      `/Filter [${'/FlateDecode '.repeat(5)}]`,
      [1, 2, 3, 4].reduce((data) => deflateSync(data), flate),
    ),
    bomb('Flate in hex', '/Filter [/ASCIIHexDecode /FlateDecode]', hex(flate)),
    bomb('RunLength', '/Filter /RunLengthDecode', runs),
    bomb('RunLength in Flate', '/Filter [/Fl /RL]', deflateSync(runs)),
    bomb('a predictor', '/Filter /Fl /DecodeParms << /Predictor 12 /Columns 99 >>', flate),
    bomb('an image', '/Filter /DCTDecode', hugeJpeg()),
    bomb('a fax', '/Filter /CCITTFaxDecode /DecodeParms << /K 0 /Columns 65000 >>', runs),
    bomb('LZW', '/Filter /LZWDecode', lzwOfZeros(bytes)),
  ];
}

/** Truncated after the header, from which a decoder allocates memory. */
function hugeJpeg(): Buffer {
  const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const frame = [0xff, 0xc0, 0, 17, 8, 0xff, 0xdc, 0xff, 0xdc, 3, ...components];
  const scan = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
  return Buffer.from([0xff, 0xd8, ...frame, ...scan, ...Array(1000).fill(0), 0xff, 0xd9]);
}

/** Each code represents one zero more than the previous one, until the table is full. (TIFF 6.0, section 13) */
function lzwOfZeros(bytes: number): Buffer {
  const bits: number[] = [];
  const put = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1);
  };
  for (let written = 0; written < bytes; ) {
    put(256, 9);
    put(0, 9);
    written += 1;
    for (let next = 258; next < 4094; next++) {
      put(next, next + 1 < 512 ? 9 : next + 1 < 1024 ? 10 : next + 1 < 2048 ? 11 : 12);
      written += next - 256;
    }
  }
  put(257, 9);
  const packed = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) packed[i >> 3]! |= bit << (7 - (i & 7));
  return packed;
}
