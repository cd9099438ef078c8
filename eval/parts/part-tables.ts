import { figure, table } from '../../harness/measure.js';
import { aimTable, type PartAim, share, shareText } from './part-aims.js';
import { partKinds } from './part-pages.js';
import { asked, classOf, lengthClasses, type PartSettings, trueShares } from './score-parts.js';
import { meanOf, sumOf, type Tally, worstOf } from './tally.js';

export interface Measured {
  readonly settings: PartSettings;
  readonly tally: Tally;
}

/** Returns the section on the default layout: text and tables in Markdown. */
export function partsBody(tally: Tally, sets: readonly string[], aims: readonly PartAim[]): string {
  return `How well do samples of shingles find pages that have a stored text inside, or stand inside one? Here an index in
memory holds the samples, with the default layout, and estimates decide alone: kept texts are not read.
\`npm run eval -- --data DIR --parts --report\` writes this section.

2,263 licences are stored, and 2,923 files ask, with \`minContainment\` .5. The truth is the exact containment of
shingles of 3 tokens, as for J, of whichever side has more. *Listed* are the 4,135 pairs of file and licence that
people found. Of each other set 100 pages are stored with 1,500 others, and what is made of them asks. For the last
aim, a stored text contains half of the shingles of a page, and the page is checked with .8.

${aimTable(aims)}

By the length of the stored text, in words. *Decided*: a slice that stands wholly in a stored text is a duplicate for
a check with .8 only if the lower end of its interval reaches .8, which few hits cannot show.

${lengthTable(tally)}

By what is asked for, of licences: the share that is found of the pairs with .8 inside, and what of the reported pairs
is truly inside. An estimate by few hits that says .5 may stand for .4, and often the truth is .5.

${askedTable(tally)}

Pages made of stored ones:

${pageTable(tally, sets)}

Means over all who ask. *Wrong* are other texts that are reported for a made page though less than .3 of either is
contained in the other.

${costTable(tally)}`;
}

/** Returns the section on other settings. */
export function gridBody(measured: readonly Measured[]): string {
  return `The same with other settings, and a tenth of the pages for the last column. Of pairs with .8 inside, *in page* are stored
texts in a page, *in stored text* pages in a stored text. Of made pages the figure is of the worst set, where one page of
its hundred is .01. *Rows* are those of a stored text of 50 to 299 words and of 1,000 to 4,999, *read* the rows that a
page meets.

At least 20 meets the aim of first quarters, which 16 misses, for a quarter more rows of a short text; 24 adds little. One
in 32 finds more short pages in long texts, for twice the rows of these. Shingles of two words are more often common:
they find more halves of headlines, fewer pages in stored texts, and report far more wrongly. Of four words more reports
are true, but halves of headlines are lost. Common from 64 loses texts that many others repeat; from 1,024 wins next to
nothing.
\`npm run eval -- --data DIR --parts --grid --report\` writes this section.

${settingsTable(measured)}`;
}

function lengthTable(tally: Tally): string {
  return table(
    ['words', 'rows', 'stored text in page', 'page in stored text', 'slice decided'],
    lengthClasses.map((least) => {
      const name = classOf(least);
      const columns = ['match inside', 'page inside', 'slice decided'];
      return [
        `from ${least}`,
        rowsOf(tally, least),
        ...columns.map((column) => shareText(tally, `${column}, ${name}`)),
      ];
    }),
  );
}

function askedTable(tally: Tally): string {
  return table(
    ['asked for', 'found', ...trueShares.map((least) => `reported, truly ≥ ${least}`)],
    asked.map((query) => [
      query,
      shareText(tally, `${query}, either inside`),
      ...trueShares.map((least) => shareText(tally, `${query}, truly ${least}`)),
    ]),
  );
}

function pageTable(tally: Tally, sets: readonly string[]): string {
  const cells = (name: string) => sets.map((set) => share(meanOf(tally, `${name}, ${set}`)));
  return table(
    ['page', ...sets],
    partKinds.map(({ name }) => [name, ...cells(name)]),
  );
}

function costTable(tally: Tally): string {
  const mean = (name: string) => figure(meanOf(tally, name)!);
  return table(
    ['rows of a stored text', 'look-ups', 'rows read', 'wrong'],
    [[figure(sumOf(tally, 'rows, ')!), mean('look-ups'), mean('rows read'), mean('wrong')]],
  );
}

function settingsTable(measured: readonly Measured[]): string {
  const halfKind = 'first half, ';
  const quarterKind = 'first quarter, ';
  return table(
    [
      'words',
      'one in',
      'least',
      'common from',
      'rows',
      'read',
      'in page',
      'in stored text',
      'reported, truly ≥ .6',
      '… listed',
      'inside more',
      'first half',
      'first quarter',
      'wrong',
      'half decided',
    ],
    measured.map(({ settings, tally }) => [
      settings.words,
      settings.oneIn,
      settings.least,
      settings.commonFrom,
      `${rowsOf(tally, 50)}, ${rowsOf(tally, 1000)}`,
      figure(meanOf(tally, 'rows read')!),
      share(sumOf(tally, 'match inside, ')),
      share(sumOf(tally, 'page inside, ')),
      share(meanOf(tally, '0.5, truly 0.6')),
      share(meanOf(tally, 'listed, truly 0.6')),
      share(worstOf(tally, 'inside ')),
      share(worstOf(tally, halfKind)),
      share(worstOf(tally, quarterKind)),
      figure(meanOf(tally, 'wrong')!),
      share(meanOf(tally, 'half decided')),
    ]),
  );
}

function rowsOf(tally: Tally, least: number): string {
  const mean = meanOf(tally, `rows, ${classOf(least)}`);
  return mean === null ? '–' : figure(mean);
}
