/**
 * Ways in which people open a task for a browser, by language. Only the opening counts: "how do I sign up …" asks,
 * "sign me up …" orders. Unsure means question: a question changes nothing.
 */
const OPENINGS: readonly RegExp[] = [
  // English
  /^(please |pls |can you |could you |would you |go and |go to \S+ and )*(sign (me|us) (up|in|out)|subscribe (me|us)|unsubscribe|register (me|us)|book|reserve|order|buy|purchase|pay|checkout|add (\S+ ){1,8}to (my |the )?(cart|basket)|fill (in|out)|submit|click|log (me |us )?(in|out)|apply for|cancel my|download|upload|send|post|delete|remove|reply to)\b/i,
  // German
  /^(bitte |kannst du |könntest du )*(melde? mich|abonnier\S*|trag mich|registrier\S* mich|buch[e]? |reservier\S*|bestell\S*|kauf\S*|bezahl\S*|füll\S* |klick\S*|lade? .* (herunter|hoch)|kündig\S*|schick\S*|sende?\b|lösche?\b)/i,
  // French
  /^(s'il (te|vous) plaît,? |peux-tu |pouvez-vous )*(inscri\S+[ -](moi|nous)|abonne\S*[ -]moi|réserve\S*|commande\S*|achète\S*|achetez|paie\S*|payez|rempli\S*|clique\S*|connecte\S*[ -]moi|télécharge\S*|envoie\S*|envoyez|supprime\S*)/i,
  // Spanish, Portuguese, Italian
  /^(por favor,? |per favore,? )*(suscríbeme|regístrame|inscríbeme|reserva\b|pide\b|compra\b|paga\b|rellena|haz clic|inicia sesión|descarga|envía|borra|inscreva-me|assine|compre|pague|preencha|clique|baixe|envie|apague|iscrivimi|registrami|prenota|ordina|acquista|compila|clicca|scarica|invia|elimina)/i,
  // Dutch
  /^(alsjeblieft |kun je )*(meld me|schrijf me in|abonneer|boek |reserveer|bestel|koop|betaal|vul .* in|klik|download|verstuur|verwijder)/i,
];

/** Does the text order something to be done on a page? */
export function ordersAnAction(text: string): boolean {
  const opening = text.normalize('NFC').trim().replace(/\s+/g, ' ').slice(0, 200);
  return !opening.endsWith('?') && OPENINGS.some((pattern) => pattern.test(opening));
}
