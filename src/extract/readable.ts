import { Readability } from '@mozilla/readability';

interface Named {
  readonly textContent: string;
  getAttribute(name: string): string | null;
}

/**
 * Readability for markup from `cleanHtml`: gives the same result in less time, because two of its
 * methods are replaced. (Readability 0.6.0, `_isProbablyVisible` and `_isValidByline`)
 */
export class Readable<T> extends Readability<T> {
  declare readonly REGEXPS: { readonly byline: RegExp };

  /** Always true: hidden elements and the attributes that hide them have been removed. */
  _isProbablyVisible(): boolean {
    return true;
  }

  /** Checks the names first: they nearly always decide, and cost less than the text. */
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
