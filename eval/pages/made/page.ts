/** Parts of pages made in code, with names and places invented. */

export interface MadePage {
  readonly address: string;
  readonly html: string;
}

export interface MadeCase {
  readonly name: string;
  readonly kind: 'thread' | 'event' | 'listing' | 'shop' | 'blog';
  /** Pages sent before, in order; the first one is the one that the page is to be compared with. */
  readonly before: readonly MadePage[];
  /** A page at the address of an earlier one is a revisit. */
  readonly page: MadePage;
  /** For a revisit, kept means `changed`, and refused `unchanged`. */
  readonly shouldBe: 'kept' | 'refused';
}

export const host = 'https://harbour.example';

/** Returns a page that says something else than a page at another address. */
export function pair(
  name: string,
  kind: MadeCase['kind'],
  first: string,
  second: string,
  otherHost = host,
): MadeCase {
  return {
    name,
    kind,
    before: [at(`${host}/first`, first)],
    page: at(`${otherHost}/second`, second),
    shouldBe: 'kept',
  };
}

/** Returns a page that has changed since the last visit. */
export function revisit(
  name: string,
  kind: MadeCase['kind'],
  first: string,
  second: string,
): MadeCase {
  return {
    name,
    kind,
    before: [at(`${host}/page`, first)],
    page: at(`${host}/page`, second),
    shouldBe: 'kept',
  };
}

/** Returns a page that says nothing new. */
export function copy(
  name: string,
  kind: MadeCase['kind'],
  before: readonly MadePage[],
  page: MadePage,
): MadeCase {
  return { name, kind, before, page, shouldBe: 'refused' };
}

/** Returns a page at an address. */
export function at(address: string, content: string): MadePage {
  return { address, html: content };
}

export function html(title: string, body: string, language = 'en'): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
}

export function author(index: number): string {
  return `${['ann', 'roy', 'eve'][index % 3]}, ${20 + index} April 2019 18:0${index} UTC`;
}

export function prose(subject: string, count: number, end = ''): string {
  const sentences = [
    `Everybody who has ever cared for a ${subject} knows how much time it takes, and how little of that time anybody else will notice.`,
    `We keep the ${subject} where the old stairs end, because the floor is dry there and the light falls in from two sides.`,
    `In spring the ${subject} is looked at by three people, who write down what they see and compare it with the year before.`,
    `Nobody remembers who brought the first ${subject} to the house, but its picture hangs between the two windows of the hall.`,
    `Children ask about the ${subject} more often than their parents do, and they are rarely content with the first answer.`,
    `Some say that a ${subject} should never be moved in winter; others have moved theirs each year without any harm.`,
    `What the ${subject} needs most is somebody who comes back on the next day and looks again at what was decided in haste.`,
  ];
  return Array.from({ length: count }, (_, index) => {
    const order = [index, 3 * index + 2].map((each) => sentences[each % sentences.length]!);
    return `<p>${[...new Set(order)].join(' ')}${index === count - 1 && end !== '' ? ` ${end}` : ''}</p>`;
  }).join('');
}

export function chineseProse(subject: string): string {
  return [
    `关于${subject}的消息今天早上公布了，许多居民都在讨论这件事情会给大家的生活带来什么样的变化。`,
    `负责${subject}的人说，工作已经准备了很长时间，现在只需要等待最后的批准就可以开始。`,
    `住在${subject}旁边的一位老人告诉我们，他小时候这里还是一片田地，谁也没有想到会有今天。`,
    `我们会继续关注${subject}的情况，并且在下一期里介绍参与这项工作的年轻人和他们的想法。`,
  ]
    .map((sentence) => `<p>${sentence}</p>`)
    .join('');
}
