/*
 * Dates, times, quantities and values of settings that are written in words. Most facts are names or figures,
 * recognisable by capitals and digits. The words below have neither, so they are listed. Some of them are ordinary
 * words of another language (French "six" and "mars", English "may"); a duplicate may then be stored instead of
 * refused.
 */

/** Months and days of the week: the names of CLDR 48, with some of their inflected forms. */
const dates =
  // English typed without capitals
  'january february march april may june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday ' +
  // French, Spanish, Portuguese, Italian, Catalan, Romanian
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre ' +
  'lundi mardi mercredi jeudi vendredi samedi dimanche ' +
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ' +
  'lunes martes miércoles jueves viernes sábado sábados domingo domingos ' +
  'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro ' +
  'segunda terça quarta quinta sexta gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
  'lunedì martedì mercoledì giovedì venerdì sabato domenica ' +
  'gener febrer març maig juny juliol agost setembre desembre ' +
  'dilluns dimarts dimecres dijous divendres dissabte diumenge ' +
  'ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie ' +
  'luni marți miercuri joi vineri sâmbătă sâmbăta duminică duminica ' +
  // Dutch, Swedish, Danish, Norwegian, Finnish
  'januari februari maart mei juni juli augustus oktober maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ' +
  'maj augusti måndag tisdag onsdag torsdag fredag lördag söndag ' +
  'januar februar marts desember mandag tirsdag lørdag søndag ' +
  'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu ' +
  'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta ' +
  'marraskuuta joulukuuta tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa heinäkuussa ' +
  'elokuussa syyskuussa lokakuussa marraskuussa joulukuussa maanantai tiistai keskiviikko torstai perjantai ' +
  'lauantai sunnuntai maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina ' +
  // Polish, Czech, Slovak, Croatian, Hungarian
  'styczeń stycznia styczniu luty lutego lutym marzec marca marcu kwiecień kwietnia kwietniu maja maju ' +
  'czerwiec czerwca czerwcu lipiec lipca lipcu sierpień sierpnia sierpniu wrzesień września wrześniu ' +
  'październik października październiku listopad listopada listopadzie grudzień grudnia grudniu ' +
  'poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę ' +
  'leden ledna lednu únor února únoru březen března březnu duben dubna dubnu květen května květnu červen června ' +
  'červnu červenec července červenci srpen srpna srpnu září říjen října říjnu listopadu prosinec prosince prosinci ' +
  'pondělí úterý středa středu čtvrtek pátek sobotu neděle neděli ' +
  'január januára februára apríl apríla máj mája jún júna júl júla augusta septembra október októbra novembra ' +
  'decembra pondelok utorok streda stredu štvrtok piatok nedeľa nedeľu ' +
  'siječnja siječnju veljače veljači ožujka ožujku travnja travnju svibnja svibnju lipnja lipnju srpnja srpnju ' +
  'kolovoza kolovozu rujna rujnu studenoga studenom prosinca prosincu ponedjeljak utorak srijeda srijedu četvrtak ' +
  'petak subota subotu nedjelja nedjelju ' +
  'február március április május június július augusztus szeptember januárban februárban márciusban áprilisban ' +
  'májusban júniusban júliusban augusztusban szeptemberben októberben novemberben decemberben ' +
  'hétfő hétfőn kedd kedden szerda szerdán csütörtök csütörtökön péntek pénteken szombat szombaton vasárnap ' +
  // Russian, Ukrainian (cut at its apostrophes: п’ятниця), Bulgarian
  'январь января январе февраль февраля феврале март марта марте апрель апреля апреле май мая мае июнь июня июне ' +
  'июль июля июле август августа августе сентябрь сентября сентябре октябрь октября октябре ноябрь ноября ноябре ' +
  'декабрь декабря декабре понедельник понедельникам вторник вторникам среда среду средам четверг четвергам ' +
  'пятница пятницу пятницам суббота субботу субботам воскресенье воскресеньям ' +
  'січень січня січні лютий лютого лютому березень березня березні квітень квітня квітні травень травня травні ' +
  'червень червня червні липень липня липні серпень серпня серпні вересень вересня вересні жовтень жовтня жовтні ' +
  'листопад листопада листопаді грудень грудня грудні понеділок вівторок середа середу ятниця ятницю субота ' +
  'суботу неділя неділю януари февруари април юни юли септември октомври ноември декември вторник сряда четвъртък ' +
  'петък събота неделя';

/**
 * Numbers from two on, times of the day, quantities, and values of settings. "One" is missing, because it is an article
 * in many languages.
 */
const quantities =
  // English
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen ' +
  'first second third fourth fifth sixth seventh eighth ninth tenth once twice half quarter double triple ' +
  'am pm noon midnight true false yes on off enabled disabled ii iii iv vi vii viii ix xi xii ' +
  // German
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn ' +
  'neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend dutzend ' +
  'erste ersten zweite zweiten dritte dritten vierte vierten fünfte fünften halb einmal zweimal dreimal ' +
  // French, Spanish, Portuguese, Italian
  'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante ' +
  'cinquante soixante cent mille millions milliards premier première deuxième troisième quatrième cinquième ' +
  'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta ' +
  'cincuenta sesenta setenta ochenta noventa cien mil millones primero primera segundo tercero tercera cuarto ' +
  'dois duas três quatro sete oito nove dez doze treze quinze vinte trinta quarenta cinquenta sessenta oitenta ' +
  'cem milhões bilhões primeiro primeira terceiro terceira ' +
  'due tre quattro cinque sei sette otto dieci undici dodici tredici quattordici quindici venti trenta quaranta ' +
  'cinquanta sessanta settanta ottanta novanta cento mila milioni primo prima secondo seconda terzo terza quarto ' +
  // Dutch, Swedish, Danish, Norwegian
  'twee drie vijf zes zeven negen tien twaalf twintig dertig veertig vijftig zestig zeventig tachtig negentig ' +
  'honderd duizend miljoen eerste tweede derde vierde vijfde ' +
  'två tre fyra fem sex sju åtta nio tio elva tolv tjugo trettio fyrtio femtio sextio sjuttio åttio nittio hundra ' +
  'tusen miljoner första andra tredje fjärde femte ' +
  'fire fem seks syv otte ni ti elleve tyve tredive hundrede tusind millioner første anden tredje fjerde femte åtte ' +
  // Russian, Ukrainian, Polish, Czech
  'два две двух три трёх четыре четырёх пять пяти шесть шести семь семи восемь восьми девять девяти десять десяти ' +
  'одиннадцать двенадцать пятнадцать двадцать тридцать сорок пятьдесят сто двести тысяч тысячи миллион миллиона ' +
  'миллионов миллиард миллиарда миллиардов первый первая первого второй вторая второго третий третья третьего ' +
  'дві чотири ять шість сім вісім дев десять дванадцять двадцять тридцять перший друга другий третій ' +
  'dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć dwanaście dwadzieścia trzydzieści sto tysięcy ' +
  'pierwszy pierwsza drugi druga trzeci trzecia dva dvě tři čtyři pět šest sedm osm devět deset dvanáct dvacet ' +
  'třicet první druhý druhá třetí ' +
  // Hungarian, Finnish, Greek, Turkish, Vietnamese, Indonesian
  'két kettő három négy öt hat hét nyolc kilenc tíz húsz harminc száz ezer első második harmadik ' +
  'kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen sata tuhat ensimmäinen toinen kolmas ' +
  'δύο τρεις τρία τέσσερις τέσσερα πέντε έξι επτά οκτώ εννέα δέκα είκοσι τριάντα εκατό χίλια πρώτη δεύτερη τρίτη ' +
  'iki üç dört beş altı yedi sekiz dokuz on yirmi otuz kırk elli altmış yetmiş seksen doksan yüz bin milyon ' +
  'hai ba bốn năm sáu bảy tám chín mười dua tiga empat lima enam tujuh delapan sembilan sepuluh ratus ribu juta';

/** The words listed above, in lower case. All of them are in scripts with capitals. */
export const factWords: ReadonlySet<string> = new Set(`${dates} ${quantities}`.split(' '));

/**
 * Tests if a Chinese or Japanese character and one of its neighbours name a day of the week or a part of the day: 上 in
 * 上午, 早 in 早上, 日 in 周日, 木 in 木曜.
 */
export function isTimeInHan(before: number, character: number, next: number): boolean {
  return (
    (timesBefore.get(next)?.has(character) ?? false) ||
    (timesAfter.get(before)?.has(character) ?? false)
  );
}

/**
 * The first character of each row names a time together with any of the others. In a text, the other character is
 * directly before the first one (`timesBefore`) or directly after it (`timesAfter`).
 */
const timesBefore = new Map(['午上下正中', '曜日月火水木金土', '上早晚', '晨早凌清'].map(row));
const timesAfter = new Map(
  ['周一日天末', '週一日天末', '期一日天末', '拜一日天末', '午前後后'].map(row),
);

function row([neighbour, ...times]: string) {
  return [neighbour!.charCodeAt(0), new Set(times.map((each) => each.charCodeAt(0)))] as const;
}

/** All characters for which `isTimeInHan` may be true. */
export const charactersOfTime: readonly number[] = [
  ...timesBefore.values(),
  ...timesAfter.values(),
].flatMap((times) => [...times]);
