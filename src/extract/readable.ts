import { Readability } from '@mozilla/readability';

interface Named {
  readonly textContent: string;
  getAttribute(name: string): string | null;
}

/**
 * Readability for markup from `cleanHtml`: the same result in less time, by two of its own methods in
 * other words. (Readability 0.6.0, `_isProbablyVisible` and `_isValidByline`)
 */
export class Readable<T> extends Readability<T> {
  declare readonly REGEXPS: { readonly byline: RegExp };

  /** What is hidden has been dropped, and the attributes that say so are gone. */
  _isProbablyVisible(): boolean {
    return true;
  }

  /** Looks at the names first, because they nearly always deny it and cost less than the text. */
  _isValidByline(node: Named, names: string): boolean {
    const named =
      node.getAttribute('rel') === 'author' ||
      node.getAttribute('itemprop')?.includes('author') ||
      this.REGEXPS.byline.test(names);
    if (!named) return false;
    const { length } = node.textContent.trim();
    return length > 0 && length < 100;
  }
}
