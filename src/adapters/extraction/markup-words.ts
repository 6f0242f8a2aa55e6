import { attribute, hasAttribute, type HtmlNode } from './html-tree.js';

/**
 * What class names, ids and roles say an element is for. The order is the order of the bits and of
 * the model's features: append only, and train again.
 */
const GROUPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'content',
    /content|article|(?:^|[\s_-])(?:body|text|story|prose|markdown|entry|rte|wysiwyg|richtext)|copy(?!right)/,
  ],
  ['main', /(?:^|[\s_-])main|primary|page-?body|wrapper-?inner/],
  ['post', /post|entry|message|thread|topic|question|answer|reply/],
  ['nav', /nav|menu|breadcrumb|crumb|skip-?(?:link|to)/],
  ['foot', /foot|colophon|copyright|legal|bottom/],
  ['head', /header|masthead|banner|topbar|top-bar|(?:^|[\s_-])top(?:$|[\s_-])/],
  ['side', /side-?bar|aside|widget|rail|(?:^|[\s_-])side|secondary|(?:left|right)-?(?:col|panel)/],
  [
    'related',
    /relat|recommend|similar|upsell|also|you-?may|more-?(?:from|stories|articles|posts|news)|read-?(?:next|more)|trending|popular|latest|next-?(?:up|article)/,
  ],
  ['comment', /comment|discuss|disqus|respond|feedback/],
  ['social', /social|share|sharing|follow|twitter|facebook|like-?(?:button|count)|vote/],
  ['ad', /(?:^|[\s_-])ads?(?:$|[\s_-])|advert|sponsor|promo|(?:^|[\s_-])dfp|outbrain|taboola|affiliate|banner-?ad/],
  ['consent', /cookie|consent|gdpr|onetrust|privacy|ccpa/],
  ['signup', /newsletter|subscri|sign-?up|signup|mailing|opt-?in|(?:^|[\s_-])cta|call-?to-?action/],
  [
    'overlay',
    /modal|popup|pop-?up|overlay|dialog|tooltip|drawer|off-?canvas|dropdown|flyout|popover|lightbox|toast|alert|notification/,
  ],
  ['byline', /byline|author|(?:^|[\s_-])date|time|meta|publish|tags?(?:$|[\s_-])|categor|dateline|credit/],
  ['product', /product|price|sku|variant|buy|offer|stock|shipping|deliver|swatch|quantity|add-?to/],
  ['item', /item|card|tile|grid|(?:^|[\s_-])list|row|result|teaser|cell|feed/],
  ['review', /review|rating|star|testimonial/],
  ['filter', /filter|facet|sort|search|refine|toolbar|pagination|pager|paging/],
  ['account', /login|log-?in|sign-?in|account|user|profile|cart|basket|checkout|wish-?list|avatar|member/],
  ['caption', /caption|figure|gallery|image|photo|media|video|player|thumb/],
  ['carousel', /carousel|slider|swiper|slick|slide|splide|marquee|glide/],
  ['tabs', /tab(?!le)|accordion|collaps|expand|toggle|faq|panel|details/],
  ['title', /title|headline|heading|hero|intro|lead|summary|excerpt|deck|subtitle|descri|overview|about/],
  ['spec', /spec|attribute|feature|table|detail|param|info/],
  ['toc', /toc|table-?of-?contents|on-?this-?page|outline|contents-?list|jump/],
  ['code', /code|highlight|snippet|syntax|example|docs?(?:$|[\s_-])|api/],
  ['hidden', /hidden|hide|sr-only|screen-?reader|d-none|collapse(?!d?-)|print-only|noprint|no-print|mobile-only/],
  ['button', /btn|button|icon|badge|label|chip|pill/],
];

export const MARK_NAMES: readonly string[] = GROUPS.map(([name]) => name);
const BIT = new Map(MARK_NAMES.map((name, i) => [name, 1 << i]));

/** Bit of a group of markup words. */
export function mark(name: string): number {
  return BIT.get(name) ?? 0;
}

const ROLE_MARKS: Readonly<Record<string, number>> = {
  navigation: mark('nav'),
  menu: mark('nav'),
  menubar: mark('nav'),
  banner: mark('head'),
  contentinfo: mark('foot'),
  complementary: mark('side'),
  main: mark('main'),
  search: mark('filter'),
  dialog: mark('overlay'),
  alertdialog: mark('overlay'),
  tooltip: mark('overlay'),
  tabpanel: mark('tabs'),
  tablist: mark('tabs'),
  article: mark('post'),
};

/** Reads the marks of elements; equal class texts of one page are looked at once. */
export class MarkReader {
  private readonly known = new Map<string, number>();

  read(node: HtmlNode): number {
    if (node.attributes === null) return 0;
    const role = ROLE_MARKS[attribute(node, 'role')] ?? 0;
    const words = `${attribute(node, 'class')} ${attribute(node, 'id')} ${attribute(node, 'itemprop')}`;
    const hidden = hasAttribute(node, 'hidden') || attribute(node, 'aria-hidden') === 'true' ? mark('hidden') : 0;
    return role | hidden | (words.length > 2 ? this.ofWords(words) : 0);
  }

  private ofWords(words: string): number {
    const known = this.known.get(words);
    if (known !== undefined) return known;
    // Camel case is divided first, so that `relatedPosts` and `related-posts` read alike.
    const text = words
      .slice(0, 400)
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase();
    let bits = 0;
    GROUPS.forEach(([, pattern], i) => {
      if (pattern.test(text)) bits |= 1 << i;
    });
    this.known.set(words, bits);
    return bits;
  }
}
