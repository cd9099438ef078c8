/** One paragraph in each of many languages, and a charset that its pages are written in. */
export interface Sample {
  readonly charset: string;
  readonly label: string;
  readonly text: string;
}

const chinese =
  '香港行政长官在各方压力下就住宅的违章建筑问题到立法会接受质询，并向民众道歉。他强调没有隐瞒的意图，承诺在两周内解决问题。';
const traditional =
  '颱風逐漸接近臺灣，氣象局提醒民眾注意強風豪雨，沿海地區應防範長浪。各縣市政府將於今晚宣布明天是否停班停課。';
const japanese =
  '気象庁によると、台風は今夜から明日の朝にかけて関東地方に接近する見込みです。交通機関に影響が出るおそれがあります。';
const korean =
  '기상청은 태풍이 오늘 밤부터 내일 아침 사이에 남부 지방에 접근할 것으로 예상된다고 밝혔다. 주민들은 안전에 주의해야 한다.';
const russian =
  'Правительство объявило о новых мерах поддержки сельского хозяйства. Министр отметил, что средства поступят в регионы до конца года.';
const ukrainian =
  'Уряд оголосив про нові заходи підтримки сільського господарства. Міністр зазначив, що кошти надійдуть до регіонів до кінця року.';
const french =
  'Le gouvernement a annoncé de nouvelles mesures pour l’agriculture. Le ministre a précisé que les aides arriveront « avant l’été », à hauteur de 300 €.';
const polish =
  'Rząd ogłosił nowe środki wsparcia dla rolnictwa. Minister zaznaczył, że pieniądze trafią do województw jeszcze przed końcem roku, również na Śląsk i Żuławy.';
const greek =
  'Η κυβέρνηση ανακοίνωσε νέα μέτρα στήριξης της γεωργίας. Ο υπουργός σημείωσε ότι τα χρήματα θα φτάσουν στις περιφέρειες πριν από το τέλος του έτους.';
const turkish =
  'Hükümet tarıma destek için yeni önlemler açıkladı. Bakan, ödeneklerin yıl sonundan önce illere ulaşacağını, çiftçilerin başvurularının şimdiden başladığını söyledi.';
const arabic =
  'أعلنت الحكومة عن إجراءات جديدة لدعم الزراعة. وأشار الوزير إلى أن الأموال ستصل إلى المحافظات قبل نهاية العام الجاري وفق خطة وطنية.';
const hebrew =
  'הממשלה הודיעה על צעדים חדשים לתמיכה בחקלאות. השר ציין כי הכספים יגיעו לאזורים לפני סוף השנה הנוכחית.';

export const samples: readonly Sample[] = [
  { charset: 'gbk', label: 'gb2312', text: chinese },
  { charset: 'gb18030', label: 'GB18030', text: `${chinese}𠮷` },
  { charset: 'big5', label: 'Big5', text: traditional },
  { charset: 'shift_jis', label: 'x-sjis', text: japanese },
  { charset: 'euc-jp', label: 'EUC-JP', text: japanese },
  { charset: 'euc-kr', label: 'ks_c_5601-1987', text: `${korean} 똠방각하` },
  { charset: 'koi8-r', label: 'KOI8-R', text: russian },
  { charset: 'koi8-u', label: 'koi8-u', text: ukrainian },
  { charset: 'windows-1250', label: 'windows-1250', text: polish },
  { charset: 'windows-1251', label: 'cp1251', text: russian },
  { charset: 'windows-1252', label: 'ISO-8859-1', text: french },
  { charset: 'windows-1253', label: 'windows-1253', text: greek },
  { charset: 'windows-1254', label: 'iso-8859-9', text: turkish },
  { charset: 'windows-1255', label: 'windows-1255', text: hebrew },
  { charset: 'windows-1256', label: 'windows-1256', text: arabic },
  { charset: 'utf-8', label: 'utf8', text: `${chinese} ${french} ${russian}` },
];
