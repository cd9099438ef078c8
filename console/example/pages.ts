import { type Edit, editText, seededRandom, splitPieces } from '../tune/edits.js';

export const exampleCollection = 'example';

export interface ExamplePage {
  readonly id: string;
  readonly text: string;
}

/** Copies of one article in a crawl: host, kind of edit, and share of edited sentences. */
const copies: readonly (readonly [host: string, edit: Edit, share: number])[] = [
  ['mirror.example', 'insert', 0.1],
  ['print.example', 'drop', 0.1],
  ['reader.example', 'replace', 0.2],
  ['digest.example', 'swap', 0.3],
  ['remix.example', 'replace', 0.7],
];

/** Returns a small crawl: articles, copies with increasing edits, and notices. Always the same. */
export function examplePages(): ExamplePage[] {
  const random = seededRandom(8);
  const foreign = texts.flatMap(({ text }) => splitPieces(text));
  const originals = texts.map(({ name, text }) => ({ id: `https://news.example/${name}`, text }));
  const support = notices.map(({ name, text }) => ({
    id: `https://support.example/${name}`,
    text,
  }));
  const edited = copies.flatMap(([host, edit, share]) =>
    texts.map(({ name, text }) => ({
      id: `https://${host}/${name}`,
      text: editText(text, { edit, share, foreign }, random) as string,
    })),
  );
  const again = originals.slice(0, 2);
  return [...originals, ...edited, ...support, ...again];
}

/** Articles written for the example. */
export const texts = [
  {
    name: 'tea-house',
    text: 'The tea house on the old market square opens at seven. Its green tea comes from the hills in the west, is picked in the first weeks of spring and roasted the same day. The owner, who took over from her mother twenty years ago, serves it in white cups without handles. On Sundays there is music, and the tables outside fill up before nine. A pot is enough for three guests and costs as much as a newspaper. Guests who stay until noon are asked to taste the cake of the day. The stove is lit with beech wood, which a farmer brings by horse cart every other Thursday. In winter the windows are covered with frost, and the regulars play chess beside the counter.',
  },
  {
    name: 'ferry',
    text: 'The ferry to the northern islands leaves the harbour twice a day, at eight in the morning and at half past four. The passage takes two hours and ten minutes in fair weather. When the wind blows from the north-west it can take an hour longer, and in storms the crossing is cancelled. The captain decides an hour before departure and has it written on the board beside the ticket office. Children under six travel free, pupils and students pay half. Cars must be booked a day ahead, because there is room for only nine of them. Dogs are welcome outside the saloon if they are kept on a lead. Most visitors walk around the larger island, which takes about four hours, and return with the afternoon boat.',
  },
  {
    name: 'observatory',
    text: 'A new telescope has been set up on the ridge above the village. Its mirror measures two metres and was ground in a workshop by the lake. Astronomers will use it to watch the same strip of sky every clear night for ten years. They hope to find comets that are too faint for older instruments. The dome turns without a sound, so that the neighbours sleep well. On the first Friday of each month visitors may look through a smaller telescope in the garden. Street lamps in the valley were replaced by ones that shine downwards only. The school has started a club whose members keep a diary of the moon.',
  },
  {
    name: 'lvcha',
    text: '每年三月底，雨水刚过，山坡上的茶树就冒出嫩芽。采茶人天不亮便带上竹篓上山，只摘一芽一叶，赶在太阳升高之前下山。鲜叶摊在竹匾里晾上几个小时，散去水汽，然后下锅杀青。锅里的温度全凭手掌感觉，火大了叶子焦，火小了有青草味。炒好的茶要揉捻、烘干，再用棉纸包起来，放进陶罐。镇上的茶馆每年都来收茶，价钱由当年的雨水和日照决定。喝绿茶不必讲究，一只玻璃杯就够。山里人招待客人，总是先倒茶，再说话。',
  },
  {
    name: 'tushuguan',
    text: '市图书馆新馆本周六正式开放，读者凭身份证即可办理借书证。新馆共有六层，一楼是儿童阅览区，二楼和三楼存放文学与历史书籍。四楼设有两百个自习座位，每个座位都配有台灯和电源。五楼保存本地报纸和族谱，需要预约才能查阅。顶楼的露台可以看到江边的码头，天气好的时候也能坐在那里读书。图书馆每天早上九点开门，晚上九点关门，星期一闭馆整理。馆长说，第一个月将举办十二场讲座，内容从书法到天文都有。停车场只有八十个车位，市民最好乘坐地铁三号线前来。',
  },
] as const;

/** Two notices from one template: similar, but different. */
export const notices = [
  {
    name: 'lumen-4',
    text: 'Lumen 4 phone: system update 7.2.1 of 3 March. The update is offered to all owners step by step and can be loaded under Settings, System, Update. It takes about twelve minutes; keep the phone on its charger and do not switch it off while the bar moves. The update corrects an error by which calls broke off after 40 seconds, closes two gaps in the browser and lets the camera start faster in the cold. After the restart the phone may be warm for an hour while it sorts its pictures; this is no fault. Photos, messages and settings stay as they are. Owners who have changed the system by hand must load the whole package of 1.8 GB from our support page instead. If the phone does not start any more, hold both keys until the sign of the workshop appears, then write to us with the number of the device.',
  },
  {
    name: 'pebble-mini',
    text: 'New firmware 3.0.5 for the Pebble mini, 19 May. The update is offered to all owners step by step and can be loaded under Settings, System, Update. It takes about six minutes; keep the phone on its charger and do not switch it off while the bar moves. The update corrects an error by which calls broke off in the lift, closes two gaps in the browser and lets the battery last 9 hours longer. After the restart the phone may be warm for an hour while it sorts its pictures; this is no fault. Photos, messages and settings stay as they are. Owners who have changed the system by hand must load the whole package of 640 MB from our support page instead. If the phone does not start any more, hold both keys until the sign of the workshop appears, then write to us with the number of the device.',
  },
] as const;
