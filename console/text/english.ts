/** All texts of the console; `{name}` is where a value goes. chinese.ts has the same. */
export const english = {
  'page.overview': 'Overview',
  'page.compare': 'Compare',
  'page.search': 'Search',
  'page.clusters': 'Clusters',
  'page.tune': 'Tune',
  'page.collections': 'Collections',

  'shell.skip': 'Skip to content',
  'shell.pages': 'Pages',
  'shell.language': 'Language',
  'shell.theme': 'Appearance',
  'shell.forgetKey': 'Forget key',
  'theme.system': 'System',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'head.collection': 'Collection',
  'list.comma': ', ',

  'key.title': 'This service asks for a key',
  'key.why': 'It answers only to those who have an API key. This page sends it with every request.',
  'key.label': 'API key',
  'key.where': 'The key stays in this tab and is gone when you close it.',
  'key.use': 'Use this key',
  'key.refused': 'The service does not accept this key',

  'state.loading': 'Loading',
  'state.retry': 'Try again',
  'failure.unreachable': 'The service does not answer',
  'failure.unreachableHint':
    'It may be stopped or out of reach. What you have entered is still here.',
  'failure.forbidden': 'This key may not do that',
  'failure.service': 'Something went wrong',
  'failure.refused': 'The service refuses this request',

  'content.text': 'Text',
  'content.html': 'HTML',
  'content.id': 'Id',
  'content.fingerprint': 'Fingerprint',
  'content.textHint': 'Paste the text of a page',
  'content.htmlHint': 'Paste the HTML of a page; its main text is taken',
  'content.idHint': 'Id of a stored document, often its URL',
  'content.fingerprintHint': '16 hex digits',

  'compare.about':
    'Put two texts, pages or stored documents side by side and see why they match, or do not.',
  'compare.compare': 'Compare',
  'compare.swap': 'Swap',
  'compare.example': 'Fill in an example',
  'compare.empty': 'Nothing compared yet',
  'compare.emptyHint':
    'Enter something on both sides, or begin with the example. Nothing is stored.',
  'compare.match': 'A match',
  'compare.noMatch': 'No match',
  'compare.measures': 'Likeness by every measure',
  'compare.fingerprints': 'Fingerprints',
  'compare.bitsDiffer': '{count} of 64 bits differ',
  'compare.words': 'Words that pull together and apart',
  'compare.diff': 'Difference',
  'compare.exampleA':
    'The tea house on the old market square opens at seven. Its green tea comes from the hills in the west, is picked in the first weeks of spring and roasted the same day. The owner, who took over from her mother twenty years ago, serves it in white cups without handles. On Sundays there is music, and the tables outside fill up before nine.',
  'compare.exampleB':
    'The tea house on the old market square opens at eight. Its green tea comes from the hills in the west, is picked in the first weeks of spring and roasted the same day. The owner, who took over from her mother twenty years ago, serves it in white cups without handles. On Saturdays there is music, and the tables outside fill up before nine. Photo: city archive.',

  'reason.exact': 'Their normalised texts are equal.',
  'reason.alike':
    'Their similarity of {similarity} reaches the {minSimilarity} that this collection asks for.',
  'reason.unlike':
    'Their similarity of {similarity} is below the {minSimilarity} that this collection asks for.',
  'reason.short':
    'One of them is short, so a similarity of {needed} is needed; it is {similarity}.',
  'reason.near':
    'Their distance of {distance} is within the {maxDistance} that this collection allows.',
  'reason.far':
    'Their distance of {distance} is beyond the {maxDistance} that this collection allows.',

  'measure.similarity': 'Similarity',
  'measure.similarityNote': 'shared shingles, estimated from the sketches',
  'measure.distance': 'Distance',
  'measure.distanceNote': 'of the 64 bits of the fingerprints',
  'measure.jaccard': 'Jaccard',
  'measure.ofShingles': 'shared shingles, counted',
  'measure.ofTerms': 'shared words, counted',
  'measure.aInB': 'A in B',
  'measure.aInBNote': 'part of A that is also in B',
  'measure.bInA': 'B in A',
  'measure.bInANote': 'part of B that is also in A',
  'measure.cosine': 'Cosine',
  'measure.cosineNote': 'angle between the weighted words',
  'measure.correlation': 'Correlation',
  'measure.correlationNote': 'of the weights, after Pearson',
  'measure.euclidean': 'Euclidean',
  'measure.euclideanNote': 'length of the difference of the weights',

  'bits.block': 'Block {block}',
  'bits.equal': 'equal',
  'bits.differ': '{count} differ',
  'bits.noneDiffer': 'The two fingerprints are equal.',
  'bits.summary': 'Of 64 bits {count} differ: {list}.',

  'words.shared': 'In both',
  'words.onlyA': 'Only in A',
  'words.onlyB': 'Only in B',
  'words.none': 'None',
  'words.more': 'and {count} more',
  'words.unknown':
    'Words are not known: of a stored document no text was kept, or it came as a fingerprint.',
  'flips.title': 'What decides the bits that differ ({count})',
  'flips.hint': 'The fewest words without which a document would have the other bit.',
  'flips.bit': 'bit {bit}',
  'flips.without': 'turns without {terms}',

  'diff.onlyA': 'only in A',
  'diff.onlyB': 'only in B',
  'diff.equal': 'The normalised texts are equal.',
  'diff.unknown':
    'No difference to show: of a stored document no text was kept, or it came as a fingerprint.',
  'diff.alike': '{count} characters alike',

  'overview.about': 'What is stored, and what is being decided.',
  'search.about': 'Find what is stored that is nearly the same as a text or a document.',
  'clusters.about': 'Documents and what was found to duplicate them.',
  'tune.about': 'Measure precision and recall on your own pages before you set a threshold.',
  'collections.about': 'Sets of documents, each with one recipe.',
} as const;

export type Key = keyof typeof english;
