/** A small crawl of pages that were written for this demo. */
export interface Visit {
  readonly id: string;
  readonly text: string;
  /** The decision that shows. */
  readonly shows: string;
}

const ferry = `Ferries to the northern islands

The ferry to the northern islands leaves the old harbour twice a day, at eight in the morning and at
half past four in the afternoon. On Sundays there is only the morning crossing. The passage takes
two hours and ten minutes in fair weather; when the wind blows from the north-west it can take an
hour longer, and in winter storms the crossing is cancelled altogether. The decision is made by the
captain an hour before departure and shown on the board beside the ticket office.

Tickets are sold at the office on the quay and on board. Children under six travel free, pupils and
students pay half. Bicycles go on the open deck and cost as much as a child; cars must be booked at
least one day ahead, because there is room for only nine of them. Dogs are welcome outside the
saloon if they are kept on a lead.

The islands have one shop, two inns and a small museum about lighthouse keepers, which opens from
May to September. Most visitors walk around the larger island, which takes about four hours, and
return with the afternoon boat. Those who stay overnight should reserve a room early, above all in
the week of the herring festival, when the choir of the fishermen sings on the pier.`;

const ferryNextSeason = `Ferries to the northern islands

From this season on, a new electric ship sails to the northern islands four times a day, seven days
a week, all year round. It leaves from the new terminal beside the railway station, no longer from
the old harbour. The passage takes ninety minutes. Sailings are cancelled only when waves are higher
than four metres; travellers who left their number are told by text message the evening before.

Tickets are sold online and by the machines in the terminal; nothing is sold on board any more. Up to
sixty cars find room on the lower deck and need no booking on weekdays. There are sockets at every
seat, a café, and a quiet room for those who want to sleep.

The museum of the lighthouse keepers has moved into the tower itself and is open every day. The
timetable of the island bus has been matched to the ship, so that the walk from the pier to the
beaches is no longer necessary.`;

const tea = `山里的绿茶

每年三月底，雨水刚过，山坡上的茶树就冒出嫩芽。采茶人天不亮便带上竹篓上山，只摘一芽一叶，赶在太阳升高之前
下山。鲜叶摊在竹匾里晾上几个小时，散去水汽，然后下锅杀青。锅里的温度全凭手掌感觉，火大了叶子焦，火小了有
青草味。老师傅说，这门手艺没有十年学不会。

炒好的茶要揉捻、烘干，再用棉纸包起来，放进陶罐，罐底铺一层生石灰吸潮。这样存放的绿茶，到了秋天打开，香气
还像刚出锅的时候。镇上的茶馆每年都来收茶，价钱由当年的雨水和日照决定，好年景一斤能卖到八百元。

喝绿茶不必讲究，一只玻璃杯就够。水烧开以后放凉一会儿，到八十度左右再冲，叶子在水里慢慢舒展，沉到杯底。第一
泡清淡，第二泡最香，第三泡以后就只剩回甘了。山里人招待客人，总是先倒茶，再说话。`;

const teaTraditional = `山裡的綠茶

每年三月底，雨水剛過，山坡上的茶樹就冒出嫩芽。採茶人天不亮便帶上竹簍上山，只摘一芽一葉，趕在太陽升高之前
下山。鮮葉攤在竹匾裡晾上幾個小時，散去水汽，然後下鍋殺青。鍋裡的溫度全憑手掌感覺，火大了葉子焦，火小了有
青草味。老師傅說，這門手藝沒有十年學不會。

炒好的茶要揉捻、烘乾，再用棉紙包起來，放進陶罐，罐底鋪一層生石灰吸潮。這樣存放的綠茶，到了秋天打開，香氣
還像剛出鍋的時候。鎮上的茶館每年都來收茶，價錢由當年的雨水和日照決定，好年景一斤能賣到八百元。

喝綠茶不必講究，一隻玻璃杯就夠。水燒開以後放涼一會兒，到八十度左右再沖，葉子在水裡慢慢舒展，沉到杯底。第一
泡清淡，第二泡最香，第三泡以後就只剩回甘了。山裡人招待客人，總是先倒茶，再說話。`;

const bees = `Keeping bees on a flat roof

A hive on a roof needs three things: shelter from the wind, water within a short flight, and a keeper
who does not mind carrying honey down the stairs. Gardens and lime trees in the streets give more
nectar than many fields do, and they flower one after another from March to October.

Look into the hive once a week in May and June, when the colony may swarm, and leave it alone in
winter. Take the honey in two harvests and feed sugar syrup afterwards, so that the bees go into the
cold season with stores of fifteen kilograms.`;

export const visits: readonly Visit[] = [
  {
    id: 'https://harbour.example/ferries',
    text: ferry,
    shows: 'Nothing like it is stored, so it is stored.',
  },
  {
    id: 'https://mirror.example/harbour/ferries',
    text: ferry
      .replace('Ferries to the northern islands', 'FERRIES TO THE NORTHERN ISLANDS')
      .replace(/, above all in[^.]*\./, '.'),
    shows: 'A mirror that leaves out the festival adds nothing, so it is not stored.',
  },
  {
    id: 'https://portal.example/trips/7',
    text: `Trips for the weekend, part seven\n\n${ferry.slice(0, ferry.lastIndexOf('\n\n'))}`,
    shows:
      'A portal put a heading above and left out the last paragraph: a new line, so it is stored.',
  },
  {
    id: 'https://harbour.example/capes',
    text: ferry
      .replaceAll('northern islands', 'southern capes')
      .replaceAll('island', 'cape')
      .replace('eight in the morning', 'seven in the morning'),
    shows: 'Another line by the same template: alike, but with other words, so it is stored.',
  },
  {
    id: 'https://tea.example/绿茶',
    text: tea,
    shows: 'Another page, in Chinese: words come from a dictionary, not from blanks.',
  },
  {
    id: 'https://转载.example/山里的绿茶',
    text: tea.replace('，总是先倒茶，再说话', '总是先倒茶再说话'),
    shows: 'A copy of it with other punctuation.',
  },
  {
    id: 'https://茶讯.example/今年',
    text: tea.replace('八百元', '九百元'),
    shows: 'The same text with a new price: a number that is not stored, so the page is.',
  },
  {
    id: 'https://tea.example/tw/綠茶',
    text: teaTraditional,
    shows: 'The same text in traditional characters: the same words, so the same fingerprint.',
  },
  {
    id: 'https://harbour.example/ferries',
    text: ferry,
    shows: 'The crawler comes back and nothing has changed: only the time of the visit is noted.',
  },
  {
    id: 'https://harbour.example/ferries',
    text: ferryNextSeason,
    shows: 'Next season the page was rewritten: the new version takes the place of the old one.',
  },
  {
    id: 'https://garden.example/bees',
    text: bees,
    shows: 'A page about something else is new.',
  },
];
