/** What code says around the draft of a model, in the language of the question. */
export interface ModelWords {
  /** the answer when the sources do not hold one */
  readonly notFound: string;
  /** `claims`: one for each source, such as "31 metres [1]" */
  readonly conflict: (claims: string) => string;
  /** a source's day of publication, in brackets after a claim */
  readonly published: (day: string) => string;
}

const EN: ModelWords = {
  notFound: 'The answer was not found in the sources read.',
  conflict: (claims) => `The sources differ: ${claims}.`,
  published: (day) => `published ${day}`,
};

const WORDS: Readonly<Record<string, ModelWords>> = {
  en: EN,
  de: {
    notFound: 'Die Antwort wurde in den gelesenen Quellen nicht gefunden.',
    conflict: (claims) => `Die Quellen widersprechen sich: ${claims}.`,
    published: (day) => `veröffentlicht ${day}`,
  },
  fr: {
    notFound: 'La réponse n’a pas été trouvée dans les sources lues.',
    conflict: (claims) => `Les sources divergent : ${claims}.`,
    published: (day) => `publié le ${day}`,
  },
  es: {
    notFound: 'La respuesta no se encontró en las fuentes leídas.',
    conflict: (claims) => `Las fuentes difieren: ${claims}.`,
    published: (day) => `publicado el ${day}`,
  },
  it: {
    notFound: 'La risposta non è stata trovata nelle fonti lette.',
    conflict: (claims) => `Le fonti divergono: ${claims}.`,
    published: (day) => `pubblicato il ${day}`,
  },
  pt: {
    notFound: 'A resposta não foi encontrada nas fontes lidas.',
    conflict: (claims) => `As fontes divergem: ${claims}.`,
    published: (day) => `publicado em ${day}`,
  },
  nl: {
    notFound: 'Het antwoord is niet gevonden in de gelezen bronnen.',
    conflict: (claims) => `De bronnen spreken elkaar tegen: ${claims}.`,
    published: (day) => `gepubliceerd ${day}`,
  },
  ru: {
    notFound: 'Ответ не найден в прочитанных источниках.',
    conflict: (claims) => `Источники расходятся: ${claims}.`,
    published: (day) => `опубликовано ${day}`,
  },
  ja: {
    notFound: '読んだ情報源の中に答えは見つかりませんでした。',
    conflict: (claims) => `情報源の内容が異なります：${claims}。`,
    published: (day) => `${day}公開`,
  },
  zh: {
    notFound: '在已阅读的来源中没有找到答案。',
    conflict: (claims) => `各来源说法不一：${claims}。`,
    published: (day) => `发布于${day}`,
  },
};

/** The words of a language (BCP 47 primary subtag), else the English ones. */
export const modelWords = (language: string): ModelWords => WORDS[language] ?? EN;
