import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/extract/decode.js';
import { type Sample, samples } from './samples.js';

function page({ charset, text }: Sample, meta: string | null): Uint8Array {
  const declared = meta === null ? '' : `<meta charset="${meta}">`;
  const html = `<html><head>${declared}<title>x</title></head><body><p>${text}</p></body></html>`;
  return iconv.encode(html, charset);
}

const byName = samples.map((sample) => [`${sample.charset} (${sample.label})`, sample] as const);

describe('decode', () => {
  it.each(byName)('trusts a header: %s', (_, sample) => {
    const decoded = decode(page(sample, null), { header: sample.label, markup: true });
    expect(decoded).toMatchObject({ charset: sample.charset, charsetSource: 'header' });
    expect(decoded.text).toContain(sample.text);
  });

  it.each(byName)('trusts a <meta>: %s', (_, sample) => {
    const decoded = decode(page(sample, sample.label), { header: null, markup: true });
    expect(decoded).toMatchObject({ charset: sample.charset, charsetSource: 'meta' });
    expect(decoded.text).toContain(sample.text);
  });

  it.each(byName)('detects an undeclared charset: %s', (_, sample) => {
    const decoded = decode(page(sample, null), { header: null, markup: true });
    expect(decoded.text).toContain(sample.text);
    expect(decoded.charsetSource).toBe('detected');
  });

  it.each(byName)('prefers a <meta> to a server default: %s', (_, sample) => {
    const decoded = decode(page(sample, sample.label), { header: 'iso-8859-1', markup: true });
    expect(decoded.text).toContain(sample.text);
  });

  it.each(byName)('distrusts a header that wrongly declares UTF-8: %s', (_, sample) => {
    const decoded = decode(page(sample, sample.label), { header: 'utf-8', markup: true });
    expect(decoded).toMatchObject({ charset: sample.charset });
    expect(decoded.text).toContain(sample.text);
  });

  it.each(byName)('distrusts a <meta> that wrongly declares UTF-8: %s', (_, sample) => {
    const decoded = decode(page(sample, 'utf-8'), { header: sample.label, markup: true });
    expect(decoded.text).toContain(sample.text);
  });

  it.each([
    ['gb2312', 'big5'],
    ['Big5', 'gbk'],
    ['x-sjis', 'euc-jp'],
    ['EUC-JP', 'shift_jis'],
    ['ks_c_5601-1987', 'gbk'],
    ['cp1251', 'koi8-r'],
    ['KOI8-R', 'windows-1251'],
  ])('prefers a fitting <meta> of %s to a header of %s', (label, header) => {
    const sample = samples.find((each) => each.label === label)!;
    const decoded = decode(page(sample, label), { header, markup: true });
    expect(decoded.text).toContain(sample.text);
  });

  it('recognises UTF-8, whatever the declaration', () => {
    const sample = samples.at(-1)!;
    const decoded = decode(page(sample, 'gbk'), { header: 'big5', markup: true });
    expect(decoded).toMatchObject({ charset: 'utf-8', charsetSource: 'detected' });
    expect(decoded.text).toContain(sample.text);
  });

  it.each([
    [5, 'windows-1252'],
    [6, 'utf-8'],
  ])('reads %i sequences of UTF-8 in a page declared as windows-1252 as %s', (count, charset) => {
    const bytes = Buffer.from('é'.repeat(count));
    expect(decode(bytes, { header: 'windows-1252', markup: false })).toMatchObject({ charset });
  });

  it('trusts a byte order mark before anything else', () => {
    const little = iconv.encode('Zürich', 'utf-16le', { addBOM: true });
    expect(decode(little, { header: 'utf-8', markup: false })).toEqual({
      text: 'Zürich',
      charset: 'utf-16le',
      charsetSource: 'bom',
    });
    const big = iconv.encode('Zürich', 'utf-16be', { addBOM: true });
    expect(decode(big, { header: null, markup: false }).text).toBe('Zürich');
    const utf8 = iconv.encode('Zürich', 'utf-8', { addBOM: true });
    expect(decode(utf8, { header: 'gbk', markup: false })).toMatchObject({
      text: 'Zürich',
      charsetSource: 'bom',
    });
  });

  it('needs no evidence for ASCII', () => {
    const ascii = { text: 'plain', charset: 'utf-8', charsetSource: 'default' };
    expect(decode(Buffer.from('plain'), { header: null, markup: true })).toEqual(ascii);
    expect(decode(Buffer.from('plain'), { header: 'no-such-charset', markup: true })).toEqual(
      ascii,
    );
    expect(decode(Buffer.from(''), { header: null, markup: true })).toEqual({ ...ascii, text: '' });
    expect(decode(Buffer.from('plain'), { header: 'latin1', markup: true })).toMatchObject({
      charset: 'windows-1252',
      charsetSource: 'header',
    });
  });

  it('reads ISO-2022-JP', () => {
    const bytes = Buffer.from('<p>\u001b$BF|K\\8l\u001b(B</p>', 'latin1');
    const declared = decode(bytes, { header: 'iso-2022-jp', markup: true });
    expect(declared.text).toBe('<p>日本語</p>');
  });

  it.each(['shift_jis', 'euc-jp'])(
    'trusts %s if half-width kana are mixed with others',
    (charset) => {
      const page = 'きょうは ﾊﾝｶｸ の ｶﾅ がおおいページです。ﾃｽﾄ もよみます。';
      const bytes = iconv.encode(page, charset);
      expect(decode(bytes, { header: charset, markup: false })).toMatchObject({
        text: page,
        charset,
      });
    },
  );

  it.each([
    ['windows-1252', 'café crème brûlée à la carte, où être déjà vu'],
    ['windows-1252', '1,"café crème brûlée à la carte"'],
    ['windows-1252', 'La forêt brûle à côté, où sont les élèves ?'],
    ['windows-1250', 'Gradsko vijeće je odlučilo čuvati staro kupalište'],
    ['windows-1250', 'Městská rada hlasovala pro zachování, žluťoučký kůň'],
    ['iso-8859-2', 'Rada miasta głosowała za utrzymaniem basenu, że będzie'],
    ['iso-8859-2', 'A városi tanács megszavazta a régi fürdő nyitvatartását'],
    ['windows-874', 'สภาเมืองลงมติให้เปิดสระว่ายน้ำเก่า'],
    ['windows-874', 'id 1: ร้านอาหารใกล้สถานีรถไฟฟ้าเปิดให้บริการทุกวัน'],
    ['big5', '咖啡,咖啡,713,姓名\n是,桃園,632,中山路\n編號,轉帳,194,台北市'],
  ])('detects a short text in %s: %s', (charset, text) => {
    const decoded = decode(iconv.encode(text, charset), { header: null, markup: false });
    expect(decoded).toMatchObject({ text, charsetSource: 'detected' });
  });

  it('tolerates a few broken characters', () => {
    const bytes = Buffer.concat([page(samples.at(-1)!, null), Buffer.of(0xe9, 0x20)]);
    const decoded = decode(bytes, { header: 'utf-8', markup: true });
    expect(decoded).toMatchObject({ charset: 'utf-8', charsetSource: 'header' });
  });

  it('ignores declarations in plain text', () => {
    const bytes = iconv.encode('<meta charset=koi8-r> é', 'windows-1252');
    const decoded = decode(bytes, { header: 'windows-1252', markup: false });
    expect(decoded.text).toBe('<meta charset=koi8-r> é');
  });

  it('follows the HTML standard for declarations', () => {
    const read = (head: string, text = 'привет, как дела сегодня') =>
      decode(iconv.encode(`${head}${text}`, 'windows-1251'), { header: null, markup: true });
    for (const head of [
      '<META HTTP-EQUIV=content-type CONTENT="text/html;CHARSET=Windows-1251">',
      "<meta content='text/html; charset=windows-1251' http-equiv='Content-Type'/>",
      '<!-- <meta charset=utf-8> --><meta charset=windows-1251>',
      '<?xml version="1.0" encoding="windows-1251"?>',
    ]) {
      expect(read(head)).toMatchObject({ charset: 'windows-1251', charsetSource: 'meta' });
    }
  });
});
