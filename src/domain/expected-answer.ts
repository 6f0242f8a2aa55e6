/** What kind of thing a question asks for, told by its question words, and whether a sentence holds one. */

export type AnswerKind = 'number' | 'money' | 'date' | 'person' | 'place' | 'reason' | 'definition' | 'way';

// First match wins: "how much does it cost" asks for money before it asks for a number.
const ASKS: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'money',
    /\b(?:how much (?:money|do(?:es)? \S+(?: \S+){0,5} (?:cost|charge|pay|earn)|is|are)|price|cost of|salary|wie ?viel kostet|was kostet|preis|combien co[uû]te|quel est le prix|cu[aá]nto cuesta|precio|quanto costa|quanto custa|hoeveel kost|сколько стоит)\b/iu,
  ],
  [
    'date',
    /\b(?:when|what (?:year|date|day|month|time)|which (?:year|date|day|month)|how old|since when|how long ago|wann|seit wann|welche[ms]? (?:jahr|tag|datum)|quand|quelle (?:année|date)|en quelle année|cu[aá]ndo|(?:qu[eé]|cu[aá]l) (?:a[nñ]o|fecha)|quando|che anno|wanneer|welk jaar|когда|в каком году)\b/iu,
  ],
  [
    'number',
    /\b(?:how (?:many|much|long|far|tall|high|deep|wide|big|large|heavy|fast|often|hot|cold|thick)|what (?:percentage|percent|share|number|temperature|size|age|version|score|rate)|which (?:version|number)|wie ?(?:viele?|lange|weit|hoch|gro(?:ss|ß)|schwer|schnell|oft|tief|alt)|combien|quelle (?:est la )?(?:hauteur|taille|longueur|part|proportion)|[aà] quelle température|cu[aá]nt[oa]s?|qu[eé] porcentaje|quant[ioae]|hoeveel|hoe (?:lang|hoog|ver|groot)|сколько)\b/iu,
  ],
  [
    'person',
    /\b(?:who|whom|whose|wer|wem|wen|wessen|qui(?! est-ce que)|qui[eé]n(?:es)?|chi|quem|wie is|кто|кого|кому)\b/iu,
  ],
  [
    'place',
    /\b(?:where|in (?:which|what) (?:country|city|town|state|place)|wo|woher|wohin|o[uù](?= )|d[oó]nde|dove|onde|waar|где|куда|откуда)\b/iu,
  ],
  [
    'reason',
    /\b(?:why|what (?:causes?|makes?|keeps|stops)|how come|warum|weshalb|wieso|pourquoi|por qu[eé]|perch[eé]|waarom|почему|зачем)\b/iu,
  ],
  [
    'definition',
    /^(?:what(?: is| are|'s)|was (?:ist|sind)|qu'est-ce que?|qu[eé] (?:es|son)|cos'?[eè]|o que [eé]|wat (?:is|zijn)|что такое)\b/iu,
  ],
  [
    'way',
    /\b(?:how (?:do|does|can|could|should|to|would|must|did)|wie (?:kann|kannst|macht|muss|soll)|comment|c[oó]mo|come|como|hoe|как)\b/iu,
  ],
];

/** The kind of answer, or null when the question does not tell. Scripts without word boundaries are not read. */
export const expectedAnswer = (question: string): AnswerKind | null =>
  ASKS.find(([, pattern]) => pattern.test(question))?.[0] ?? null;

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|dozen|once|twice|eine?r?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil';
const MONTHS =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|jun[ei]?|juin|junio|jul[yi]?|juillet|julio|aug(?:ust)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|iembre)?|décembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday';

const HOLDS: Readonly<Record<AnswerKind, RegExp>> = {
  number: new RegExp(`\\p{N}|\\b(?:${NUMBER_WORDS})\\b`, 'iu'),
  money:
    /[$€£¥₹]\s?\p{N}|\p{N}\s?(?:[$€£¥₹]|(?:dollars?|euros?|pounds?|usd|eur|gbp|chf|francs?|cents?|pence)\b)|\bfree\b/iu,
  date: new RegExp(
    `\\b(?:1[0-9]|20)\\p{N}{2}s?\\b|\\p{N}{1,2}[./]\\p{N}{1,2}[./]\\p{N}{2,4}|\\b(?:${MONTHS})\\b|\\b\\p{N}+ (?:years?|months?|weeks?|days?|hours?|minutes?) (?:ago|old)|\\b\\p{N}{1,2}(?::\\p{N}{2})? ?[ap]\\.?m`,
    'iu',
  ),
  person:
    /(?<=\S\s+)\p{Lu}[\p{L}’'.-]+\s+(?:\p{Lu}[\p{L}’'.-]*\s+)?\p{Lu}[\p{L}’'-]+|\b(?:by|von|par|por|di|door)\s+\p{Lu}/u,
  place:
    /\b(?:in|at|near|from|to|on|im|am|aus|bei|nach|dans|en|à|au|de|desde)\s+(?:the\s+|der\s+|la\s+|le\s+)?\p{Lu}\p{L}+/u,
  reason:
    /\b(?:because|since|due to|so that|in order to|as a result|therefore|caused? by|reason|thanks to|to (?:avoid|prevent|keep|ensure|help|reduce)|weil|denn|wegen|damit|deshalb|parce que?|car|afin|grâce à|porque|debido|para que|perché)\b/iu,
  definition: /\b(?:is|are|was|were|means|refers to|ist|sind|bedeutet|est|sont|désigne|es|son|significa)\b/iu,
  way: /^(?:[-*•]|\p{N}+[.)])?\s*(?:click|go|open|select|use|choose|press|tap|add|run|set|make|put|place|start|turn|type|enter|drag|create|install|remove|try)\b|\b(?:by \p{L}+ing|you can|you need|you should|simply|first|then|using|with)\b/iu,
};

/** Does the sentence hold something of that kind? */
export const holdsAnswer = (sentence: string, kind: AnswerKind): boolean => HOLDS[kind].test(sentence);
