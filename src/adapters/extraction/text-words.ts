/**
 * Groups of words that short boilerplate is made of. Order is the order of the model's features.
 * Read by word or pair of words, never by pattern, so that a page's text is passed over once.
 */
const GROUPS: Readonly<Record<string, string>> = {
  share:
    'share tweet facebook twitter linkedin pinterest whatsapp reddit email print teilen partager compartir condividi delen поделиться follow instagram youtube tiktok bluesky threads',
  related:
    'related recommended similar trending popular latest also_like more_from you_may read_next up_next most_read most_popular featured_posts further_reading keep_reading see_also recently_viewed customers_also bought_together mehr_zum articles_liés lire_aussi relacionados ähnliche',
  account:
    'login log_in sign_in signin register sign_up signup account cart basket checkout wishlist anmelden connexion conectarse iniciar_sesión accedi войти my_account logout log_out',
  signup:
    'newsletter subscribe subscribed inbox unsubscribe mailing_list abonnieren suscríbete inscrivez iscriviti подписаться your_email email_address sign_up',
  legal:
    'copyright © rights_reserved all_rights privacy terms cookies cookie policy imprint impressum datenschutz confidentialité disclaimer gdpr consent terms_of trademark trademarks inc llc',
  more: 'read_more see_more view_all learn_more show_more load_more see_all more_info view_more mehr weiterlesen lire_la en_savoir leer_más ver_más scopri_di подробнее next previous back_to go_to show_all shop_now shop_all get_started',
  comment:
    'comment comments reply replies kommentare commentaires comentarios leave_a post_a комментарии upvote downvote likes permalink report quote',
  shop: 'add_to buy buy_now price sale off in_stock out_of sold_out shipping free_shipping delivery returns quantity qty warenkorb panier carrito size color colour sku select_options quick_view save compare',
  rating: 'stars star rating ratings review reviews rated verified_purchase helpful verified out_of5',
  by: 'by von par por di written_by author posted updated published reviewed edited min_read minutes_read ago last_updated',
  nav: 'home menu skip skip_to search close open toggle about contact help faq sitemap support careers blog shop products company resources navigation main_content categories tags filter sort sort_by results page',
  date: 'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday',
  advert:
    'advertisement advertising sponsored ad promoted anzeige publicité publicidad affiliate commission affiliates advertiser',
  credit: 'photo image credit getty reuters shutterstock photograph caption illustration courtesy unsplash',
  toc: 'table_of contents on_this in_this overview introduction jump_to outline',
  stop: 'the of and to in is that for it with as was on are be this have at not but they from or an which you we their has his her its can will der die und das ist den von mit nicht ein le la les des et en est que une pour dans el los las una para con del il che per è не и в на что как',
};

export const WORD_GROUP_NAMES: readonly string[] = Object.keys(GROUPS);
const WORDS = new Map<string, number>();
const PAIRS = new Map<string, number>();
WORD_GROUP_NAMES.forEach((name, i) => {
  for (const entry of (GROUPS[name] ?? '').split(' ')) {
    const table = entry.includes('_') ? PAIRS : WORDS;
    table.set(entry, (table.get(entry) ?? 0) | (1 << i));
  }
});
const PAIR_STARTS = new Set([...PAIRS.keys()].map((pair) => pair.slice(0, pair.indexOf('_'))));

/** Counts, for each group, how many of the words belong to it; adds to `counts`. */
export function countGroups(words: readonly string[], counts: Uint16Array): void {
  let previous = '';
  for (const word of words) {
    let bits = WORDS.get(word) ?? 0;
    if (previous !== '') bits |= PAIRS.get(`${previous}_${word}`) ?? 0;
    for (let i = 0; bits !== 0; i += 1, bits >>>= 1) if ((bits & 1) === 1) counts[i] = (counts[i] ?? 0) + 1;
    previous = PAIR_STARTS.has(word) ? word : '';
  }
}

/** Lower-case words of a text, at most `limit`. */
export function lowerWords(text: string, limit: number): string[] {
  const source = text.length > limit * 12 ? text.slice(0, limit * 12) : text;
  return (source.toLowerCase().match(/[\p{L}\p{N}_]+|©/gu) ?? []).slice(0, limit);
}
