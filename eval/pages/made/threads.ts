import { author, html, type MadeCase, pair, prose, revisit } from './page.js';

export function threads(): MadeCase[] {
  const articles = (posts: readonly string[]) =>
    html(
      'picturebox event · Forum',
      `<header><nav><a href="/">Boards</a></nav></header><main class="wrap"><h1>picturebox event</h1>${posts
        .map(
          (post, index) =>
            `<article class="post" id="msg${index}"><div>${author(index)}</div><div>${post}</div></article>`,
        )
        .join('')}</main>`,
    );
  const comments = (className: string, posts: readonly string[]) =>
    html(
      'Cannot delete a feed | Forum',
      `<div id="main"><h1>Cannot delete a feed</h1>${posts
        .map(
          (post, index) =>
            `<div class="${className}"><div class="submitted">${author(index)}</div><div class="content">${post}</div></div>`,
        )
        .join('')}</div>`,
    );
  const question =
    'I use a picture box<br>to show a line type<br>it normally works<br>but NEVER works<br>the first time';
  const answer =
    'The event of the picture box is triggered after the first event of the form, and that is why the first call is too early for it.';
  const short = [question, answer];
  const reply = 'yes<br>but it is not enough<br>I found that a timer of 20 ms<br>solves it';
  const long = [prose('feed', 1), prose('feed', 14)];
  const third = '<p>Thanks, deleting the list by hand worked here.</p>';
  const board = (name: string) =>
    html(
      `${name} | Harbour Forum`,
      '<div id="logo"><h1>Harbour Forum</h1></div><div id="main"><p>Please log in to read this board. Boards of members are closed to guests since the move in May.</p></div>',
    );
  return [
    pair(
      'a reply among posts that are articles',
      'thread',
      articles(short),
      articles([...short, reply]),
    ),
    revisit(
      'a thread of articles gets a reply',
      'thread',
      articles(short),
      articles([...short, reply]),
    ),
    pair(
      'a short reply beside a long post',
      'thread',
      comments('post', long),
      comments('post', [...long, third]),
    ),
    revisit(
      'a thread with a long post gets a reply',
      'thread',
      comments('post', long),
      comments('post', [...long, third]),
    ),
    pair(
      'posts of the class comment-published',
      'thread',
      comments('comment comment-published', long),
      comments('comment comment-published', [...long, '<p>No, it did not.</p>']),
    ),
    pair(
      'boards with the name of the site as their heading',
      'thread',
      board('Hardware for sale'),
      board('Software questions'),
    ),
  ];
}
