import type { Line } from './page-lines.js';
import { readsLikeProse, weightOf } from './page-measures.js';

/*
 * Lines of an article that are not its text: links to other pages and the lines that head them, wherever
 * they stand; before its first and behind its last sentence also lines about it, such as its time,
 * source and author, and what readers may do with it.
 */

const linkShareMin = 0.5;
/** Longest line that heads links, and longest line about the article, in letters. */
const headLengthMax = 160;
const aboutLengthMax = 80;
/** A caption may stand between the heading and the time of an article, so the edge has several lines of prose. */
const edgeProse = 2;

const headsLinks =
  /^[\s\p{P}\p{S}]*(?:related|read (?:more|also|next)|keep reading|you (?:may|might)|(?:more|latest|other) (?:from|on|stories|news|articles|posts)|recommended|most (?:read|popular|viewed)|don.t miss|trending|up next|siehe auch|das könnte|mehr zum thema|lesen sie|auch interessant|weitere (?:artikel|beiträge|nachrichten|informationen)|aktuelle (?:artikel|berichte|beiträge)|zum weiterlesen|heute empfehlen|ähnliche|à lire|lire aussi|à voir|sur le même|articles? (?:similaires|liés)|vous aimerez|te puede|lee también|relacionad|leia (?:mais|também)|leggi anche|potrebbe|czytaj|zobacz|lees ook|читайте|相关|推荐|延伸阅读|更多|热门|猜你喜欢|精彩|最新|関連|おすすめ|人気)/iu;
const aboutText =
  /^[\s\p{P}\p{S}]*(?:by |von:? |par |por |写真|foto|photo|image|picture|credit|quelle|source|źródło|bild|titelbild|published|updated|posted|veröffentlicht|aktualisiert|publié|stand:|share|teilen|tweet|drucken|print|weiterempfehlen|comments?|kommentare?|tags?|subscribe|newsletter|sign up|follow us|get the latest|download (?:the|our)|über den autor|about the author|advertisement|anzeige|werbung|来源|作者|编辑|责任编辑|记者|发布|时间|阅读|浏览|点击|字号|分享|打印|评论|收藏|举报|声明)/iu;
const dates =
  /\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}日?|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}\.? (?:de )?\p{L}{3,10}\.?,? (?:de )?\d{4}|\p{L}{3,10} \d{1,2},? \d{4}/gu;

const timeWords =
  /(?<!\p{L})(?:a\.?m\.?|p\.?m\.?|[ECMP][SD]?T|UTC|GMT|uhr|(?:mon|tues|wednes|thurs|fri|satur|sun)day|updated|published|posted|first|at|on|min(?:utes?)? read|\d+ min(?:utes?)?)(?!\p{L})/giu;

/** The lines of an article without these. */
export function articleLines(lines: readonly Line[]): readonly Line[] {
  const kept = withoutLinkBlocks(lines);
  const prose = [...kept.keys()].filter((index) => isProse(kept[index]!));
  const [first, last] = [prose[0], prose.at(-1)];
  if (first === undefined || last === undefined) return lines;
  const isInside = (index: number) =>
    index > prose.at(edgeProse)! && index < prose.at(-1 - edgeProse)!;
  const text = kept.filter((line, index) => {
    if (isProse(line) || (line.isHeading && index < first)) return true;
    if ((index < first || index > last) && isLinks(line)) return false;
    return (prose.length > 2 * edgeProse && isInside(index)) || !isAbout(line);
  });
  while (headsNothing(text.at(-1)!)) text.pop();
  return text;
}

function isProse({ text, length, linked, isHeading }: Line): boolean {
  if (isHeading || !readsLikeProse(length, linked)) return false;
  return !/^\S+$/.test(text) || /[\u2e80-\uffff]/.test(text);
}

function isLinks({ length, linked }: Line): boolean {
  return linked >= linkShareMin * length;
}

function isAbout({ text, length }: Line): boolean {
  if (length > aboutLengthMax) return false;
  if (aboutText.test(text)) return true;
  const rest = text.replaceAll(dates, '').replaceAll(timeWords, '');
  return rest.length < text.length && weightOf(rest.replaceAll(/[\p{P}\p{S}]/gu, '')) <= 4;
}

/** A sentence is text of the article, even one that begins with "You may". */
function isLinkHead(line: Line): boolean {
  return line.length <= headLengthMax && !isProse(line) && headsLinks.test(line.text);
}

/** True of a last line that is there to head others. */
function headsNothing(line: Line): boolean {
  return line.isHeading || isLinkHead(line);
}

/** Without each line that heads links to other pages, and these links. */
function withoutLinkBlocks(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (isLinkHead(line)) {
      let end = i + 1;
      while (end < lines.length && isLinks(lines[end]!)) end += 1;
      if (end > i + 1 || isLinks(line)) {
        i = end - 1;
        continue;
      }
    }
    kept.push(line);
  }
  return kept;
}
