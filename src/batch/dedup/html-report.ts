import { basename } from 'node:path';
import { barChart } from './bar-chart.js';
import { beginning, htmlText, inOneLine } from './html-text.js';
import { createCharts, describeRule, listFigures, type ReportOptions } from './report.js';
import type {
  ClusterExample,
  DocumentExample,
  PairExample,
  ReportExamples,
  SourceCounts,
} from './report-examples.js';
import { reportStyle } from './report-style.js';
import { type DifferencePiece, textDifference } from './text-difference.js';

const namedInputs = 3;
const idLength = 90;
const excerptLength = 400;
/** Maximum number of characters of each text that are compared to show the differences of a pair. */
const comparedLength = 2000;
/** Maximum length of a passage that both texts have in common. A longer one is shortened in the middle. */
const alikeLength = 300;

/**
 * Returns the report as one self-contained page, without scripts or external resources. Ids and texts are untrusted and
 * escaped.
 */
export function htmlReport(options: ReportOptions, examples: ReportExamples): string {
  const { largest, closest, similar, sources } = examples;
  const title = htmlText(`Near-duplicates in ${formatNames(options.inputs)}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p><strong>${htmlText(formatVerdict(options, closest.length))}</strong></p>
${section('Removed by the narrowest margin', 'The duplicates that are least alike, beside what they duplicate. If these should have been kept, the thresholds are too wide.', closest.map(formatPair))}
${section('Similar, and kept', 'The documents that are most alike to another and were not removed, and what speaks against it that both are the same.', similar.map(formatPair))}
${section('The largest clusters', 'Each with its first document, which is kept, and the first of those that it stands for.', largest.map(formatCluster))}
<section>
<h2>In figures</h2>
<p>${htmlText(describeRule(options)).replace(/`(\w+)`/, '<code>$1</code>')}</p>
${details('Inputs', `<ul>${options.inputs.map((name) => `<li>${formatId(name)}</li>`).join('')}</ul>`)}
${table(['', 'documents', 'of all'], listFigures(options))}
${createCharts(options).map(formatFigure).join('\n')}
</section>
${formatSources(sources)}
</main>
</body>
</html>
`;
}

/** Returns the base names of the first files and folders. */
function formatNames(inputs: readonly string[]): string {
  const names = inputs.map((input) =>
    input === '-' ? 'standard input' : basename(input) || input,
  );
  const left = names.length - namedInputs;
  return names.slice(0, namedInputs).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

/** Summarises how many documents were removed and which to review. */
function formatVerdict({ documents, decisions }: ReportOptions, listed: number): string {
  const kept = decisions.kept.reduce((sum, each) => sum + each, 0);
  const removed = documents.count - kept;
  if (removed === 0) return 'Nothing was removed.';
  const share = ((100 * removed) / documents.count).toFixed(1);
  const figures = `${removed.toLocaleString('en-US')} of ${documents.count.toLocaleString('en-US')} documents (${share} %) were removed.`;
  return listed === 0
    ? figures
    : `${figures} Look at the ${listed} below first: they are the least certain.`;
}

function section(title: string, about: string, parts: readonly string[]): string {
  if (parts.length === 0) return '';
  return `<section>
<h2>${title}</h2>
<p>${about}</p>
${parts.join('\n')}
</section>`;
}

function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    ([name = '', ...cells]) =>
      `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function formatFigure({ chart }: ReturnType<typeof createCharts>[number]): string {
  const format = chart.format ?? ((value: number) => value.toLocaleString('en-US'));
  const rows = chart.bars.map(({ name, value }) => [htmlText(name), format(value)]);
  return `<figure>
${barChart(chart)}
${rows.length === 0 ? '' : details('The same as a table', table([chart.x, chart.y], rows))}
</figure>`;
}

/** Writes an id on one line, as a link if it is a URL. */
function formatId(id: string): string {
  const shown = `<bdi title="${htmlText(id)}">${htmlText(inOneLine(id, idLength))}</bdi>`;
  if (!/^https?:\/\//i.test(id) || !URL.canParse(id)) return `<code>${shown}</code>`;
  return `<a href="${htmlText(id)}" rel="noreferrer noopener">${shown}</a>`;
}

function formatExcerpt({ text }: DocumentExample): string {
  if (text === null) return '<p class="hint">no text</p>';
  return `<p class="text" dir="auto">${htmlText(beginning(text, excerptLength))}</p>`;
}

function formatCluster({ size, representative, members }: ClusterExample): string {
  const items = members.map((member) => `<li>${formatId(member.id)}${formatExcerpt(member)}</li>`);
  const left = size - 1 - members.length;
  const more = left > 0 ? `<p class="hint">and ${left.toLocaleString('en-US')} more</p>` : '';
  return `<article>
<h3>${size.toLocaleString('en-US')} documents: ${formatId(representative.id)}</h3>
${formatExcerpt(representative)}
${details(`The first ${members.length} of the others`, `<ul>${items.join('')}</ul>${more}`)}
</article>`;
}

function formatPair({ a, b, distance, similarity, adds }: PairExample): string {
  const facts = [
    ...(similarity === null ? [] : [`similarity ${similarity.toFixed(3)}`]),
    `distance ${distance}`,
    addsInWords(adds),
  ];
  return `<article>
<h3>${facts.join(' · ')}</h3>
<div class="pair">${formatSides(a, b)}</div>
</article>`;
}

function addsInWords(adds: PairExample['adds']): string {
  if (adds === null) return 'what it adds is not known';
  if (adds.nothing) return 'adds nothing';
  const facts = [
    [adds.numbers, 'number', 'numbers'],
    [adds.lines, 'line', 'lines'],
  ] as const;
  const told = facts.flatMap(([count, one, many]) =>
    count ? [`${count} ${count === 1 ? one : many}`] : [],
  );
  const words = `${adds.words} ${adds.words === 1 ? 'new word' : 'new words'}`;
  return `adds ${[words, ...told].join(', ')}`;
}

function formatSides(a: DocumentExample, b: DocumentExample): string {
  const [one, other] = [a, b].map(({ text }) => text && beginning(text, comparedLength));
  const pieces = one && other ? textDifference(one, other) : null;
  return (['a', 'b'] as const)
    .map((side) => {
      const document = side === 'a' ? a : b;
      const text = pieces === null ? formatExcerpt(document) : marked(pieces, side);
      return `<div><h4>${side.toUpperCase()}: ${formatId(document.id)}</h4>${text}</div>`;
    })
    .join('');
}

/** Renders one of two texts, marking what the other text lacks. */
function marked(pieces: readonly DifferencePiece[], side: 'a' | 'b'): string {
  const tag = side === 'a' ? 'del' : 'ins';
  const parts = pieces.map((piece, at) => {
    if (piece.in === side) return `<${tag}>${htmlText(piece.text)}</${tag}>`;
    if (piece.in !== 'both') return '';
    return htmlText(alike(piece.text, at === 0, at === pieces.length - 1));
  });
  return `<p class="text" dir="auto">${parts.join('')}</p>`;
}

/** Shortens a long piece that both texts share. Keeps the words of each end that is next to a difference. */
function alike(text: string, isFirst: boolean, isLast: boolean): string {
  const characters = Array.from(text);
  if (characters.length <= alikeLength) return text;
  const half = alikeLength / 2;
  const head = isFirst ? '' : characters.slice(0, half).join('');
  const tail = isLast ? '' : characters.slice(-half).join('');
  return `${head.replace(/\s\S{0,30}$/, '')} […] ${tail.replace(/^\S{0,30}\s/, '')}`;
}

function formatSources({ within, between }: SourceCounts): string {
  const named = (source: string) => (source === '' ? '(no source in the id)' : formatId(source));
  const rows = [
    ...between.map(({ source, other, duplicates }) => ({ source, other, duplicates })),
    ...within.map(({ source, duplicates }) => ({ source, other: source, duplicates })),
  ].sort((a, b) => b.duplicates - a.duplicates);
  if (rows.length === 0) return '';
  const cells = rows.map(({ source, other, duplicates }) => [
    source === other ? `within ${named(source)}` : `${named(source)} and ${named(other)}`,
    duplicates.toLocaleString('en-US'),
  ]);
  return section(
    'Sources that share most',
    'Hosts of ids that are URLs, else what stands before the last slash of an id.',
    [table(['', 'duplicates'], cells)],
  );
}
