/**
 * English verbs whose past shares no stem with what a question asks by: "How long did it stand?" is answered by "it stood".
 * The common ones, each with its past and, where it differs, its participle.
 */
const VERBS =
  'be was been|become became|begin began begun|bind bound|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|cost cost|deal dealt|dig dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|have had|hear heard|hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|leave left|lend lent|lie lay lain|light lit|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|swim swam swum|take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|write wrote written';

const FORMS = new Map<string, readonly string[]>(
  VERBS.split('|').flatMap((verb) => {
    const forms = verb.split(' ');
    return forms.map((form) => [form, forms] as const);
  }),
);

/** The other forms of an English verb; empty when it is regular, or none. */
export const otherForms = (word: string): readonly string[] => FORMS.get(word.toLowerCase()) ?? [];
