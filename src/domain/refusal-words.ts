/**
 * Does a page say that an answer was wrong? Words of error texts beside sign-in forms, hand-written; in most languages no
 * native speaker has read them. Asked only where the form is shown again, so a word too many does little harm.
 */
const WORDS = [
  'wrong|incorrect|invalid|not match|mismatch|try again|failed|unsuccessful|not recogni[sz]ed|does not exist|expired code',
  'falsch|ungültig|nicht korrekt|stimmt nicht|stimmen nicht|fehlgeschlagen|erneut versuchen|nicht gefunden',
  'incorrecte?|erroné|invalide|mauvais|échou|réessay|ne correspond',
  'incorrect[oa]|inválid[oa]|erróne[oa]|no coincide|fall[óo]|inténtalo de nuevo|intente de nuevo',
  'errat[oa]|non valid[oa]|non corrett[oa]|sbagliat[oa]|riprova|incorret[oa]|tente novamente',
  'onjuist|ongeldig|verkeerd|probeer het opnieuw|mislukt',
  'nieprawidłow|błędn|niepoprawn|spróbuj ponownie|nesprávn|chybn|neplatn|zkuste to znovu',
  'felaktig|ogiltig|fel lösenord|försök igen|feil passord|ugyldig|forkert|prøv igen|prøv på nytt|väärä|virheellinen',
  'неверн|неправильн|ошибк|невірн|неправильн|помилк|грешн|невалидн|погрешн',
  'hatalı|yanlış|geçersiz|tekrar deneyin|λάθος|μη έγκυρ|hibás|érvénytelen|greșit|incorect|pogrešn|netočn',
  '错误|不正确|无效|失败|錯誤|不正確|無效|正しくありません|間違|無効|잘못|올바르지|일치하지|ไม่ถูกต้อง|sai|không đúng|salah',
  'خطأ|غير صحيح|غير صالح|שגוי|שגויה|अमान्य|गलत|نادرست|اشتباه',
];
const REFUSED = new RegExp(WORDS.join('|'), 'iu');

export const saysWrong = (text: string): boolean => REFUSED.test(text);
