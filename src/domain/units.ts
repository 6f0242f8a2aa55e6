/** Units of measure by the words and signs of the languages that answers are written in. */

/** Canonical name, then how it is written; folded to lower case, without accents where none distinguishes. */
const UNITS: Readonly<Record<string, string>> = {
  mm: 'mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros millimetro millimetri мм миллиметр*',
  cm: 'cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimètre centimètres centímetro centímetros centimetro centimetri см сантиметр* センチ 厘米',
  m: 'm metre metres meter meters metern mètre mètres metro metros metri м метр метра метров メートル 米',
  km: 'km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres kilómetro kilómetros quilómetro quilómetros quilômetro quilômetros chilometro chilometri км километр* キロメートル 公里 千米',
  inch: 'inch inches in. zoll pouce pouces pulgada pulgadas pollice pollici polegada polegadas дюйм*',
  foot: 'foot feet ft fuß fuss pied pieds pie pies piede piedi pé pés voet фут*',
  yard: 'yard yards yd',
  mile: 'mile miles mi meile meilen milla millas miglio miglia milha milhas mijl миля мили миль マイル 英里',
  nautical_mile:
    'nautical_mile nautical_miles nm seemeile seemeilen sm mille_marin milles_marins milla_náutica millas_náuticas miglia_nautiche zeemijl',
  mg: 'mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos мг',
  g: 'g gram grams gramme grammes gramm gramo gramos grammo grammi grama gramas г грамм* グラム 克',
  kg: 'kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili chilogrammo chilogrammi quilo quilos кг килограмм* キロ 公斤 千克',
  tonne: 't tonne tonnes ton tons tonnen tonelada toneladas tonnellata tonnellate тонна тонны тонн トン 吨 噸',
  pound_mass: 'lb lbs',
  ounce: 'oz ounce ounces unze unzen once onces onza onzas',
  ml: 'ml millilitre millilitres milliliter milliliters millilitre мл',
  l: 'l litre litres liter liters litern litro litros litri л литр* リットル 升',
  gallon: 'gallon gallons gal gallone gallonen galón galones',
  m2: 'm² m2 sqm square_metre square_metres square_meter square_meters quadratmeter quadratmetern mètre_carré mètres_carrés metro_cuadrado metros_cuadrados metri_quadri metros_quadrados кв.м 平方メートル 平方米',
  km2: 'km² km2 square_kilometre square_kilometres square_kilometer square_kilometers quadratkilometer quadratkilometern kilomètres_carrés kilómetros_cuadrados chilometri_quadrati quilômetros_quadrados 平方キロメートル 平方公里',
  hectare: 'ha hectare hectares hektar hectárea hectáreas ettaro ettari hectar гектар*',
  acre: 'acre acres',
  m3: 'm³ m3 cubic_metre cubic_metres cubic_meter cubic_meters kubikmeter kubikmetern',
  kmh: 'km/h kph kmh stundenkilometer stundenkilometern км/ч',
  mph: 'mph',
  knot: 'knot knots kn knoten nœud nœuds nudo nudos nodo nodi',
  celsius: '°c ℃ degrees_celsius degree_celsius grad_celsius degrés_celsius grados_celsius gradi_celsius',
  fahrenheit: '°f ℉ degrees_fahrenheit degree_fahrenheit grad_fahrenheit',
  degree: '° degree degrees grad degré degrés grado grados gradi grau graus',
  second:
    's sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi sek. seconden секунд* 秒',
  minute: 'min mins minute minutes minuten minuto minutos minuti минут* 分 分钟 分鐘',
  hour: 'h hr hrs hour hours stunde stunden std. heure heures hora horas ora ore uur час часа часов 時間 小时 小時',
  day: 'day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen день дня дней 日 日間 天',
  week: 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken недел* 週間 周 週',
  month: 'month months monat monate monaten mois mes meses mese mesi mês maand maanden месяц* か月 ヶ月 个月',
  year: 'year years jahr jahre jahren an ans année années año años anno anni ano anos jaar год года лет 年 年間',
  decade: 'decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas decennio decenni',
  century:
    'century centuries jahrhundert jahrhunderte jahrhunderts siècle siècles siglo siglos secolo secoli século séculos eeuw eeuwen век века веков 世紀 世纪',
  kb: 'kb kib kilobyte kilobytes',
  mb: 'mb mib megabyte megabytes',
  gb: 'gb gib gigabyte gigabytes',
  tb: 'tb tib terabyte terabytes',
  watt: 'w watt watts ватт 瓦',
  kw: 'kw kilowatt kilowatts',
  mw: 'mw megawatt megawatts',
  gw: 'gw gigawatt gigawatts',
  kwh: 'kwh kilowattstunden kilowattstunde',
  volt: 'v volt volts',
  hz: 'hz hertz',
  mhz: 'mhz megahertz',
  ghz: 'ghz gigahertz',
  calorie: 'kcal calorie calories kalorien calorías',
  percent: '% ％ percent per_cent prozent pour_cent por_ciento por_cento per_cento procent процент* パーセント',
  permille: '‰ promille',
  usd: '$ us$ usd dollar dollars dólar dólares dollaro dollari доллар* ドル 美元',
  eur: '€ eur euro euros euri евро ユーロ 欧元',
  gbp: '£ gbp pound_sterling pounds_sterling',
  jpy: '¥ ￥ jpy yen 円 日元',
  cny: 'cny rmb yuan 元 人民币',
  chf: 'chf franken francs_suisses sfr',
  inr: '₹ inr rupee rupees',
  rub: '₽ rub рубл*',
};

/** "Pound" is a weight or money: it agrees with either. */
const EITHER: Readonly<Record<string, readonly string[]>> = {
  pound: ['pound_mass', 'gbp'],
  pounds: ['pound_mass', 'gbp'],
  pfund: ['pound_mass', 'gbp'],
  livres: ['pound_mass', 'gbp'],
};

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

const BY_WORD = new Map<string, string[]>(Object.entries(EITHER).map(([word, units]) => [word, [...units]]));
const STEMS: [string, string][] = [];
for (const [unit, words] of Object.entries(UNITS))
  for (const written of words.split(' ')) {
    const word = written.replaceAll('_', ' ');
    if (word.endsWith('*')) STEMS.push([word.slice(0, -1), unit]);
    else BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), unit]);
  }

const WRITTEN = [...BY_WORD.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => escaped(word).replaceAll(' ', '\\s'));
const STEM_PATTERN = STEMS.map(([stem]) => `${escaped(stem)}\\p{L}{0,4}`);
const UNSPACED_SCRIPT = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const UNIT = `(?:${[...WRITTEN, ...STEM_PATTERN].join('|')})`;
const FOLLOWS = new RegExp(
  String.raw`^[\s\u00a0\u202f-]{0,2}(${UNIT})(?!(?![${UNSPACED_SCRIPT}])\p{L}(?<![${UNSPACED_SCRIPT}]\p{L})|\d)`,
  'iu',
);
const PRECEDES = /(US\$|[$€£¥￥₹₽]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|RUB))[\s\u00a0\u202f]?$/u;

function unitsOf(written: string): readonly string[] {
  const word = written.toLowerCase().replace(/\s/gu, ' ');
  return BY_WORD.get(word) ?? STEMS.filter(([stem]) => word.startsWith(stem)).map(([, unit]) => unit);
}

/** The units that a number stands with: before it (money) or after it; empty when none is known. */
export function unitsAt(text: string, start: number, end: number): readonly string[] {
  const before = PRECEDES.exec(text.slice(Math.max(0, start - 6), start));
  if (before) return unitsOf(before[1]!);
  const after = FOLLOWS.exec(text.slice(end, end + 40));
  return after ? unitsOf(after[1]!) : [];
}

const ANYWHERE = new RegExp(String.raw`(?<![\p{L}\p{N}])${UNIT}(?![\p{L}\p{N}])`, 'giu');

/** Every unit that a text names, with or without a number: the head of a table's column counts for its cells. */
export const unitsNamed = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(ANYWHERE)].flatMap(([written]) => unitsOf(written)));
