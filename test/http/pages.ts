/**
 * Pages written for the tests: one in Chinese and one in English, each with a copy that says nothing new.
 */
export const chinese = `城市图书馆本周起延长开放时间，周一至周五开放到晚上十点，周末开放到晚上八点。馆方表示，延长开放时间是为了方便上班的读者在下班以后借书和自习。
新的阅览室位于三楼，设有一百二十个座位，每个座位都有电源插座和台灯。读者可以用手机预约座位，预约之后十五分钟内没有到馆的，座位会自动释放给其他读者。
图书馆还增加了夜间值班的工作人员，并且与地铁公司协商，让末班车时间与闭馆时间衔接。许多读者在留言簿上写道，这是今年收到的最好的消息。`;
export const chineseMirror = withTeaser(chinese, 1);

export const english = `The city library keeps its doors open longer from this week on: until ten in the
evening from Monday to Friday and until eight on weekends. The new reading room on the third floor
has one hundred and twenty seats, each with a socket and a lamp. Readers reserve a seat by phone,
and a seat whose reader does not come within fifteen minutes is given to somebody else. The library
also hired more night staff and agreed with the metro company that the last train leaves after the
doors close. Many readers wrote in the guest book that this was the best news of the year.`;
export const englishMirror = withTeaser(english, 1);

export const unrelated = `Bread needs only flour, water, salt and time. Mix the dough in the evening, let it
rest in a cool place overnight, fold it twice in the morning and bake it in a hot pot with its lid
closed. After half an hour take the lid off, so that the crust turns brown and crisp.`;

/** Returns a page with one of its sentences in front, as a teaser. It says nothing that the page does not say. */
export function withTeaser(page: string, sentence: number): string {
  const [mark] = /[.。]/.exec(page)!;
  return `${page.split(mark)[sentence]!.trim()}${mark}\n\n${page}`;
}
