import { classAndId } from './boilerplate.js';
import type { Line } from './page-lines.js';
import { countLetters, type Measures, readsLikeProse } from './page-measures.js';
import type { PageElement } from './page-tree.js';

/*
 * Removes the lines of an article that are not part of its text. Links to other pages with the lines that introduce
 * them, short boxes whose class or id says that they contain the author or date, and controls are removed anywhere.
 * Lines about the article, such as its time, source and author, are removed only near its first and last sentences.
 */

const linkShareMin = 0.5;
/** Maximum length, in letters, of a line that introduces links or describes the article. */
const headLengthMax = 160;
const aboutLengthMax = 120;
/** Maximum length of a closing line with the author, editor or copyright. */
const closingLengthMax = 400;
/**
 * Number of lines of prose at each end of an article beyond which lines about the article are kept. A single line would
 * not suffice: a caption, for example, may be between the heading and the date.
 */
const edgeProse = 2;

/** Matches the class or id of a box that contains the author, the date or an advertisement. Such boxes are short. */
const aboutNames =
  /(?:^|[\s_-])(?:by-?lines?|authors?|date-?line|time-?stamp|posted-(?:on|by)|published|pub-?date|credits?|read(?:ing)?-?time|ads?|ad-?(?:label|text|caption|container)|advert\w*|kicker|eyebrow)(?:$|[\s_-])/i;
const aboutBoxLengthMax = 200;

const headsLinks =
  /^[\s\p{P}\p{S}]*(?:related|read (?:more|also|next)|keep reading|you (?:may|might)|(?:more|latest|other) (?:from|on|stories|news|articles|posts)|recommended|most (?:read|popular|viewed)|don.t miss|trending|up next|siehe auch|das könnte|mehr zum thema|lesen sie|auch interessant|weitere (?:artikel|beiträge|nachrichten|informationen)|aktuelle (?:artikel|berichte|beiträge)|zum weiterlesen|heute empfehlen|ähnliche|à lire|lire aussi|à voir|sur le même|articles? (?:similaires|liés)|vous aimerez|te puede|lee también|relacionad|leia (?:mais|também)|leggi anche|potrebbe|czytaj|zobacz|lees ook|читайте|相关|推荐|延伸阅读|更多|热门|猜你喜欢|精彩|最新|関連|おすすめ|人気)/iu;
/** Beginnings of lines about an article. A whole sentence that begins like this is text. */
const aboutText =
  /^(?:by |von:? |par |por |autor|写真|foto|photo|image|picture|credit|quelle|source|źródło|bild|titelbild|(?:first )?published|(?:last )?updated|posted|veröffentlicht|aktualisiert|publié|stand:|share|teilen|tweet|drucken|print|weiterempfehlen|comments?|kommentare?|tags?:|topics:|filed under|subscribe|newsletter|sign up|follow us|get the latest|download (?:the|our)|über den autor|about the author|text size|来源|作者|编辑|发布|字号|分享|打印|评论|收藏|举报|点赞)/iu;
/** Labels in front of facts about an article. */
const labels =
  /^(?:原标题|原题|(?:本文)?(?:来源|来自|转自|转载自|出处)|(?:责任|值班|本文|图文|见习)?(?:编辑|责编|编审|校对|审核|监制|作者|记者|撰文|撰稿|通讯员)|文|图|图片来源|图源|供图|标签|关键词|声明|(?:发布|更新|发表)?(?:时间|日期|于)|(?:阅读|浏览|点击|播放|评论|点赞|转发|收藏|人气)(?:量|数|次数)?|キーワード|配信|更新|출처|기자|입력|기사입력)\s*(?:[:：|｜丨／/]|[\d.,]+\s*[万千kK]?\+?$)/u;
const signature = /^[\s\p{P}]*(?:(?:本文)?来源|责任编辑|责编)\s*[:：]/u;
/** Closing lines, possibly full sentences. */
const closing =
  /^(?:(?:additional )?reporting by|(?:edited|compiled|translated|written) by|copyright|©|ⓒ|\(c\)|all rights reserved|免责声明|版权声明|版权所有|特别声明|郑重声明|(?:本文)?(?:未经授权|未经许可)|本文(?:来源|来自|转自|转载自|系转载)|责任编辑|责编|来源[:：])/iu;
/** Whole lines that are controls or announce an advertisement. */
const controls =
  /^(?:advertis(?:ement|ing)|anzeige|werbung|publicidad(?:e)?|publicité|reklama|iklan|広告|广告|sponsored|promoted|facebook|twitter|linkedin|pinterest|whatsapp|telegram|reddit|flipboard|e-?mail|print|copy link|link copied!?|copy link url ?copied!?|share|close|caption|(?:hide|show|toggle) caption|back to gallery|show more sharing options|loading(?: content)?\s*(?:\.\.\.|…)?|(?:continue|keep) reading(?: below)?|(?:story|article) continues below(?: advertisement)?|scroll to continue|(?:post|add|leave) (?:a )?comment|view comments|微信|微博|qq|qq空间|新浪微博|朋友圈|点赞|收藏|分享|举报|转发|打印|评论)$/iu;
const startSigns = /^[\s\p{P}\p{S}]+/u;
const edgeSigns = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;
/** Matches the end of a sentence, but not of an abbreviation. */
const sentenceEnd = /(?:\p{L}{3}[.!?]|[。！？])[”"'’」』]?$/u;
const urls = /https?:\/\/\S+/gi;
const dates =
  /\d{1,4}[-./年]\s?\d{1,2}[-./月]\s?\d{1,4}日?|\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}\.? (?:de )?\p{L}{3,10}\.?,? (?:de )?\d{4}|\p{L}{3,10}\.? \d{1,2},? \d{4}/gu;
const timeWords =
  /(?<!\p{L})(?:a\.?m\.?|p\.?m\.?|[ECMP][SD]?T|UTC|GMT|uhr|(?:mon|tues|wednes|thurs|fri|satur|sun)day|updated|published|posted|first|at|on|min(?:utes?)? read|\d+ min(?:utes?)?)(?!\p{L})/giu;

/** Tests for a short element with the author or date of the article, or an advertisement. */
export function isAboutPage(element: PageElement, measures: Measures): boolean {
  const length = measures.length(element);
  return length > 0 && length <= aboutBoxLengthMax && aboutNames.test(classAndId(element));
}

/** Returns the lines of an article that are part of its text. */
export function articleLines(lines: readonly Line[]): readonly Line[] {
  const kept = withoutLinkBlocks(lines);
  const prose = [...kept.keys()].filter((index) => isProse(kept[index]!));
  const [first, last] = [prose[0], prose.at(-1)];
  if (first === undefined || last === undefined) return lines;
  const isInside = (index: number) =>
    index > prose.at(edgeProse)! && index < prose.at(-1 - edgeProse)!;
  const heading = kept.find(({ isHeading }) => isHeading);
  const text = kept.filter((line, index) => {
    if (line.isCode || line === heading) return true;
    if (isControl(line) || (line.isHeading && line.text === heading?.text)) return false;
    if (index >= last && isClosing(line)) return false;
    const isEdge = prose.length <= 2 * edgeProse || !isInside(index);
    if (isEdge && isAbout(line)) return false;
    return line.isHeading || (index >= first && index <= last) || !isLinks(line);
  });
  while (text.length > 0 && headsNothing(text.at(-1)!)) text.pop();
  return text;
}

/**
 * Tests if some lines name the author or source of a single article: at most one such line per two lines of prose. A
 * listing has about as many of them as lines of prose.
 */
export function isSigned(lines: readonly Line[]): boolean {
  const signed = lines.filter((line) => line.isAbout || signature.test(line.text)).length;
  return signed > 0 && 2 * signed <= lines.filter(isProse).length;
}

function isControl(line: Line): boolean {
  if (line.length > aboutLengthMax) return false;
  const text = line.text.replaceAll(edgeSigns, '');
  return line.isAbout ? !isProse(line) : !line.isHeading && controls.test(text);
}

function isClosing({ text, length }: Line): boolean {
  return length <= closingLengthMax && closing.test(text.replace(startSigns, ''));
}

function isProse({ text, length, linked, isHeading }: Line): boolean {
  if (isHeading || !readsLikeProse(length, linked)) return false;
  return !/^\S+$/.test(text) || /[\u2e80-\uffff]/.test(text);
}

function isLinks({ length, linked }: Line): boolean {
  return linked >= linkShareMin * length;
}

function isAbout(line: Line): boolean {
  const { text, length } = line;
  if (length > aboutLengthMax) return false;
  const rest = text.replaceAll(dates, '').replaceAll(urls, '');
  const bare = rest.replace(startSigns, '');
  if (labels.test(bare) || (bare === '' && rest !== text)) return true;
  if (aboutText.test(bare)) {
    return (rest !== text || !isProse(line)) && (!sentenceEnd.test(text) || /^[(（[【]/.test(text));
  }
  const words = rest.replaceAll(timeWords, '');
  return words.length < text.length && countLetters(words.replaceAll(/[\p{P}\p{S}]/gu, '')) <= 4;
}

/** Tests for a line that introduces links. A sentence never does, even if it begins with "You may". */
function isLinkHead(line: Line): boolean {
  return line.length <= headLengthMax && !isProse(line) && headsLinks.test(line.text);
}

/**
 * Returns true for a line that introduces the following lines. At the end of a text, such a line introduces nothing and
 * is removed.
 */
function headsNothing(line: Line): boolean {
  return line.isHeading || isLinkHead(line);
}

/** Removes lines that introduce links to other pages, and these links. */
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
