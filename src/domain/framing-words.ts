/** The few words that code itself says around passages, in the language of the question. */
export interface FramingWords {
  readonly passages: string;
  readonly nothing: string;
  /** which words of the question no page holds */
  readonly missing: (words: string) => string;
  /** opens a passage when it is read aloud */
  readonly from: (source: string) => string;
}

const EN: FramingWords = {
  passages: 'The closest passages in the pages read:',
  nothing: 'The pages read hold no passage that is close to the question.',
  missing: (words) => `No page read mentions ${words}.`,
  from: (source) => `From ${source}:`,
};

const WORDS: Readonly<Record<string, FramingWords>> = {
  en: EN,
  de: {
    passages: 'Die Stellen der gelesenen Seiten, die der Frage am nächsten kommen:',
    nothing: 'Keine Stelle der gelesenen Seiten kommt der Frage nahe.',
    missing: (words) => `Keine der gelesenen Seiten erwähnt ${words}.`,
    from: (source) => `Aus ${source}:`,
  },
  fr: {
    passages: 'Les passages des pages lues qui sont les plus proches de la question :',
    nothing: 'Aucun passage des pages lues n’est proche de la question.',
    missing: (words) => `Aucune page lue ne mentionne ${words}.`,
    from: (source) => `D’après ${source} :`,
  },
  es: {
    passages: 'Los pasajes de las páginas leídas más cercanos a la pregunta:',
    nothing: 'Ningún pasaje de las páginas leídas se acerca a la pregunta.',
    missing: (words) => `Ninguna página leída menciona ${words}.`,
    from: (source) => `De ${source}:`,
  },
  it: {
    passages: 'I passi delle pagine lette più vicini alla domanda:',
    nothing: 'Nessun passo delle pagine lette è vicino alla domanda.',
    missing: (words) => `Nessuna pagina letta menziona ${words}.`,
    from: (source) => `Da ${source}:`,
  },
  pt: {
    passages: 'Os trechos das páginas lidas mais próximos da pergunta:',
    nothing: 'Nenhum trecho das páginas lidas se aproxima da pergunta.',
    missing: (words) => `Nenhuma página lida menciona ${words}.`,
    from: (source) => `De ${source}:`,
  },
  nl: {
    passages: 'De passages uit de gelezen pagina’s die het dichtst bij de vraag komen:',
    nothing: 'Geen passage uit de gelezen pagina’s komt dicht bij de vraag.',
    missing: (words) => `Geen gelezen pagina noemt ${words}.`,
    from: (source) => `Uit ${source}:`,
  },
};

/** The words of a language (BCP 47 primary subtag), else the English ones. */
export const framingWords = (language: string): FramingWords =>
  Object.hasOwn(WORDS, language) ? WORDS[language]! : EN;
