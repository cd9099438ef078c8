import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readAll } from './read-all.js';

const rows = [
  { id: '1', text: 'Die Straße nach Zürich ist wegen Bauarbeiten für zwei Wochen gesperrt.' },
  {
    id: '2',
    text: 'Der Bürgermeister eröffnete gestern die Brücke über den Fluss, größer als je.',
  },
  { id: '3', text: 'Für Fußgänger gibt es während der Arbeiten einen schmalen Weg am Ufer.' },
];
const table = (between: string, end = '\n') =>
  ['id,text', ...rows.map(({ id, text }) => `${id},"${text}"`)]
    .map((line) => line.replace(',', between) + end)
    .join('');

describe('a table', () => {
  it.each([
    ['with semicolons', table(';')],
    ['that names what divides its cells', `sep=;\r\n${table(';', '\r\n')}`],
    ['with carriage returns alone', table(',', '\r')],
    ['in UTF-16 with a mark', iconv.encode(`\ufeff${table('\t')}`, 'utf-16le')],
    ['in UTF-16 of the other order', iconv.encode(`\ufeff${table(';')}`, 'utf-16be')],
    ['in UTF-16 without a mark', iconv.encode(table(','), 'utf-16le')],
    ['after a mark of UTF-8', `\ufeff${table(',')}`],
  ])('%s is read', async (_, content) => {
    expect(await readAll(content)).toMatchObject({ found: rows, faults: [], notes: [] });
  });

  it('detects the most frequent delimiter outside quotes', async () => {
    const { found } = await readAll('"last, first";born;text\nPaul;1999;"a; b"\n');
    expect(found).toEqual([{ 'last, first': 'Paul', born: '1999', text: 'a; b' }]);
  });

  it('in another charset is decoded, reported, and written as UTF-8', async () => {
    const { found, faults, notes, written } = await readAll(iconv.encode(table(','), 'latin1'));
    expect({ found, faults }).toEqual({ found: rows, faults: [] });
    expect(notes).toEqual([
      'rows that are not UTF-8 are read as windows-1252, and written as UTF-8',
    ]);
    expect(written).toEqual(rows.map(({ id, text }) => `${id},"${text}"`));
  });

  it('in Chinese is read as Excel saves it', async () => {
    const text = '会议决定在明年春天之前维修旧游泳池的屋顶，门票价格将略有上涨。';
    const { found, faults } = await readAll(iconv.encode(`编号,text\n1,${text}\n`, 'gbk'));
    expect({ found, faults }).toEqual({ found: [{ 编号: '1', text }], faults: [] });
  });

  it('may have rows in two charsets, as in concatenated files', async () => {
    const more = table(',').replace('id,text\n', '');
    const content = Buffer.concat([Buffer.from(table(',')), iconv.encode(more, 'latin1')]);
    expect(await readAll(content)).toMatchObject({ found: [...rows, ...rows], faults: [] });
  });

  it('keeps a row that was already corrupt', async () => {
    const { found, faults } = await readAll('id,text\n1,caf\ufffd\n');
    expect({ found, faults }).toEqual({ found: [{ id: '1', text: 'caf\ufffd' }], faults: [] });
  });

  it('refuses rows in an unknown charset, and reads the others', async () => {
    const noise = Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff, 0x81, 0xfe]);
    const content = Buffer.concat([
      Buffer.from('id,text\n1,one\n2,'),
      noise,
      Buffer.from('\n3,x\n'),
    ]);
    const { found, faults } = await readAll(content);
    expect(found).toEqual([
      { id: '1', text: 'one' },
      { id: '3', text: 'x' },
    ]);
    expect(faults.map(({ code }) => code)).toEqual(['validation_failed']);
    expect(faults[0]!.message).toContain('iconv -f');
  });

  it('with headings in an unknown charset is refused', async () => {
    const noise = Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff, 0x81, 0xfe]);
    const content = Buffer.concat([Buffer.from('id,'), noise, Buffer.from('\n1,one\n')]);
    await expect(readAll(content)).rejects.toThrow(/charset cannot be recognized/);
  });

  it('reports duplicate column names', async () => {
    const { found, notes } = await readAll('id,text,text\n1,one,two\n');
    expect(found).toEqual([{ id: '1', text: 'two' }]);
    expect(notes).toEqual(['several columns are named "text"; the last of them is read']);
  });

  it('with too many columns is refused', async () => {
    const names = Array.from({ length: 2001 }, (_, i) => `c${i}`);
    await expect(readAll(`${names.join(',')}\n`)).rejects.toThrow(/it has 2001 columns/);
  });

  it('may have cells of a hundred thousand line ends', async () => {
    const text = `a${'\n'.repeat(300_000)}b`;
    const { found, written } = await readAll(`id,text\n1,"${text}"\n`);
    expect(found).toEqual([{ id: '1', text }]);
    expect(written).toEqual([`1,"${text}"`]);
  });

  it('ends at a row of more cells than memory holds', async () => {
    const row = '\t'.repeat(20 * 1024 * 1024);
    const { found, faults } = await readAll(`id\ttext\n1\tone\n${row}\n`);
    expect(found).toEqual([{ id: '1', text: 'one' }]);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a row is longer than \d+ bytes/),
    ]);
  });
});
