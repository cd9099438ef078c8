import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';

const lead = 'The lock keeper opens the gates an hour earlier from Sunday on.';
const offer = `<p>You have read your last free story of this month. Subscribe to our paper, and unlock all of
  it on the web and on your telephone.</p><p>The first month costs one coin, and you may cancel whenever you like.
  Students pay half.</p><p>Already a member? Log in with your password, or ask for a new password.</p>`;
const story = Array.from({ length: 9 }, (_, i) => `<p>Boat ${i} waited below the lock.</p>`).join(
  '',
);

const textOf = (body: string, head = '') =>
  htmlText(`<!DOCTYPE html><head>${head}</head><body>${body}</body>`).text;
const article = (box: string) => `<article><h1>Lock</h1><p>${lead}</p>${box}</article>`;

describe('a paywall offer', () => {
  it.each([
    '<div class="paywall">',
    '<div class="c-subscription-box">',
    '<section id="articleOffer">',
    '<div data-component="Paywall">',
    '<div data-paywall-id="7">',
    '<premium-barrier>',
  ])('is removed from an article, whatever its length: %s', (tag) => {
    const name = /^<([\w-]+)/.exec(tag)![1];
    expect(textOf(article(`${tag}${offer}</${name}>`))).toBe(`Lock\n${lead}`);
  });

  it('is also removed in Chinese and German', () => {
    for (const words of [
      '订阅本报会员，解锁全文，随时取消。已是会员？请登录。',
      'Jetzt abonnieren und weiterlesen. Monatlich kündbar. Schon Abonnent? Hier anmelden.',
    ]) {
      expect(textOf(article(`<div class="paywall"><p>${words.repeat(3)}</p></div>`))).toBe(
        `Lock\n${lead}`,
      );
    }
  });

  it('needs typical words as well as a name', () => {
    const locked = `<div class="premium">${story}<p>Subscribe to our letter.</p></div>`;
    expect(textOf(article(locked))).toContain('Boat 8 waited');
  });

  it('has at least three typical words, and at most 250 letters for each', () => {
    const box = (words: string, more = '') =>
      textOf(article(`<div class="paywall"><p>${words} ${more}</p></div>`));
    expect(box('Subscribe, log in')).toBe(`Lock\n${lead}\nSubscribe, log in`);
    expect(box('Subscribe, log in, cancel')).toBe(`Lock\n${lead}`);
    expect(box('Subscribe log in cancel', 'x'.repeat(730))).toBe(`Lock\n${lead}`);
    expect(box('Subscribe log in cancel', 'x'.repeat(731))).toContain('Subscribe');
  });

  it('excludes parts declared as paid in linked data', () => {
    const linked = `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false,
      "hasPart":{"isAccessibleForFree":false,"cssSelector":".paywall"}}</script>`;
    const paid = article(`<div class="paywall">${offer}</div>`);
    expect(textOf(paid, linked)).toContain('The first month costs one coin');
  });

  it('is kept on a page that offers subscriptions', () => {
    const offers = `<h1>Our plans</h1><div class="offers">${offer}</div>`;
    expect(textOf(`<div>${offers}</div>`)).toContain('The first month costs one coin');
    expect(textOf(`<main><div class="paywall"><h1>Our plans</h1>${offer}</div></main>`)).toContain(
      'The first month costs one coin',
    );
  });
});
