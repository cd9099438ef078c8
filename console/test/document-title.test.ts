import { expect, it } from 'vitest';
import { chooseTitle } from '../document-title.js';

it('names a document by its title, or by the beginning of its text', () => {
  expect(chooseTitle({ page: { title: ' Ferry ' }, text: 'The ferry' })).toBe('Ferry');
  expect(chooseTitle({ metadata: { title: '渡轮' }, page: { title: 'Ferry' } })).toBe('渡轮');
  expect(chooseTitle({ page: { title: null }, text: '“The\nferry” leaves' })).toBe(
    '“The ferry” leaves',
  );
  expect(chooseTitle({})).toBeNull();
});

it('does not repeat the id of a document as its title', () => {
  const id = 'https://news.example/ferry';
  const named = { id, metadata: { url: id }, page: { title: id } };
  expect(chooseTitle(named)).toBeNull();
  expect(chooseTitle({ ...named, text: 'The ferry' })).toBe('The ferry');
});

it('names nothing by mere punctuation', () => {
  expect(chooseTitle({ page: { title: '====' }, text: '==== [#]: Ferry' })).toBe('Ferry');
  expect(chooseTitle({ text: '==== \n ****' })).toBeNull();
});
