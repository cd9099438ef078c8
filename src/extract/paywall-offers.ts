/**
 * Paywall offers: boxes that offer a subscription instead of the rest of an article. All articles of a site share the
 * same box, which is often longer than the visible text. A box must have both the name (class or id) and the words of a
 * paywall offer, because paid articles, and offers that are the content of a page, have the same names.
 */
import type { PageElement, PageTree } from './page-tree.js';

/** Matches names that only a paywall offer, or the paid text behind it, has. */
const paywallNames =
  /(?:^|[\s_-])(?:pay-?walls?|reg(?:istration)?-?wall|meter(?:ed)?-?wall|piano|tp-container|poool)(?:$|[\s_-])/i;
/** Matches names that indicate a paywall offer only on the page of an article; elsewhere, content may have them. */
const offerNames =
  /(?:^|[\s_-])(?:offers?|upsell|subscri(?:be|ber|bers|ption|ptions)|subs|premium|plus|member(?:s|ship)?|sign-?(?:in|up)|log-?in|registration|abo|abonn?e(?:ment|nts?|r|z)?|suscripcion|barrier|gate(?:d|way)?|locked|unlock|vip)(?:$|[\s_-])/i;
const saleWords =
  /subscri(?:be|ption)|sign(?:ed|ing)? (?:in|up)|log(?:ged)? ?in|passwords?|(?:digital|monthly|yearly|annual) (?:plan|access|edition|pass)|free trial|first month|cancel|stop at any time|unlock|(?:full|unlimited) access|(?:keep|continue) reading|already a (?:reader|member|customer)|newspaper delivery|abonn|anmelden|einloggen|registrier|probemonat|kündbar|weiterlesen|freischalten|connecte[rz]|mot de passe|sans engagement|suscr[ií]b|suscripci|iniciar sesión|contraseña|订阅|訂閱|会员|會員|登录|登入|登錄|付费|付費|解锁|解鎖|购买|購買|購読|会員|ログイン|続きを読む|구독|로그인|회원|이어서 읽기/gi;
/** Minimum number of sale words in a paywall offer. */
const wordsMin = 3;
/** Maximum number of letters per sale word in a paywall offer. */
const lettersPerWordMax = 250;

/**
 * Creates a test for the paywall offers of a page. The test reads the text of the page once, when it first finds an
 * element with the name of a paywall offer.
 * @param isArticlePage true if the page says or marks that it is an article
 */
export function createPaywallOfferTest({ body, jsonLd }: PageTree, isArticlePage: boolean) {
  let saleWordsIn: ReadonlyMap<PageElement, number> | undefined;
  const paidFor = paidContentNames(jsonLd);

  /**
   * Tests if an element is a paywall offer.
   * @param names class and id of the element, as returned by `separated`
   * @param length length of the element's text
   */
  return function isPaywallOffer(element: PageElement, names: string, length: number): boolean {
    const named = `${element.name} ${names} ${dataAttributes(element)}`;
    if (!paywallNames.test(named) && !(isArticlePage && offerNames.test(named))) return false;
    const classes = element.attributes.get('class')?.split(/\s+/) ?? [];
    const selectors = [...classes.map((each) => `.${each}`), `#${element.attributes.get('id')}`];
    if (selectors.some((selector) => paidFor.has(selector))) return false;
    saleWordsIn ??= countSaleWords(body);
    const count = saleWordsIn.get(element) ?? 0;
    return count >= wordsMin && count * lettersPerWordMax >= length;
  };
}

/** Returns names and values of `data-` attributes. */
function dataAttributes({ attributes }: PageElement): string {
  let data = '';
  for (const [key, value] of attributes) if (key.startsWith('data-')) data += `${key} ${value} `;
  return separated(data);
}

/** Splits `camelCase` into `camel-Case`. */
export function separated(names: string): string {
  return names.replaceAll(/([a-z])(?=[A-Z])/g, '$1-');
}

/**
 * Returns selectors of the parts that linked data declares as paid. These parts are the article itself. (schema.org,
 * hasPart)
 */
function paidContentNames(documents: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const document of documents) {
    for (const [, selector] of document.matchAll(/"cssSelector"\s*:\s*"([.#][\w-]{1,100})"/g)) {
      names.add(selector!);
    }
  }
  return names;
}

/** Returns the number of sale words in each element that contains any. Cost: one pass. */
function countSaleWords(body: PageElement): ReadonlyMap<PageElement, number> {
  const counts = new Map<PageElement, number>();
  function visit(element: PageElement): number {
    let count = 0;
    for (const child of element.children) {
      count += typeof child === 'string' ? (child.match(saleWords)?.length ?? 0) : visit(child);
    }
    if (count > 0) counts.set(element, count);
    return count;
  }
  visit(body);
  return counts;
}
