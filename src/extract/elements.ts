/** HTML elements by their role in extraction. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

export const voidElements = names(
  'area base basefont bgsound br col command embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose text readers never see. */
export const droppedElements = names(
  'script style template iframe object applet svg canvas video audio datalist link base noframes noembed frameset',
);

/** Elements whose text readers may see, but which never belongs to the content of a page. */
export const controlElements = names('map select textarea button dialog');

/** Elements that separate lines. */
export const blockElements = names(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody tfoot thead title tr ul',
);

/** Elements that separate words. */
export const cellElements = names('td th img input');

/** Start tags that end an open paragraph. */
export const paragraphEnders = names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul',
);

/**
 * Names of elements that a start tag closes, by the name of the start tag. Only the innermost open element is closed.
 */
export const closedByStart: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', names('li')],
  ['dt', names('dt dd')],
  ['dd', names('dt dd')],
  ['tr', names('tr td th')],
  ['td', names('td th')],
  ['th', names('td th')],
  ['tbody', names('thead tbody tfoot')],
  ['tfoot', names('thead tbody')],
  ['option', names('option')],
  ['optgroup', names('option optgroup')],
  ['rt', names('rt rp')],
  ['rp', names('rt rp')],
]);
