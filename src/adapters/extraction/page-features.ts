import { countGroups, lowerWords, WORD_GROUP_NAMES } from './text-words.js';
import type { PageFacts } from './page-facts.js';
import { PRICE, type PageBlocks, type Siblings } from './text-blocks.js';

const SCHEMA_TYPES: readonly (readonly [string, RegExp])[] = [
  ['article', /article|blogposting|report/],
  ['product', /product|offer/],
  ['list', /itemlist|collectionpage|searchresults/],
  ['recipe', /recipe|howto/],
  ['forum', /discussionforum|qapage|question|comment/],
  ['faq', /faqpage/],
  ['breadcrumb', /breadcrumb/],
  ['business', /organization|localbusiness|service|professional/],
  ['video', /videoobject|movie|tvseries/],
  ['webpage', /webpage|website/],
];
const SCHEMA_COUNTED: readonly (readonly [string, RegExp])[] = [
  ['product', /^product$/],
  ['offer', /offer/],
  ['listitem', /^listitem$/],
  ['comment', /^(?:comment|answer)$/],
  ['article', /article|posting/],
  ['question', /^question$/],
  ['review', /review|rating/],
];
const TITLE_SHAPES: readonly (readonly [string, RegExp])[] = [
  ['best', /\b(?:best|top)\b/i],
  ['list', /\b\d{1,3}\b/],
  ['how', /\b(?:how|what|why|guide|tutorial|tips)\b/i],
  ['shop', /\b(?:shop|buy|sale|for sale|online|prices?|deals|store)\b/i],
  ['docs', /\b(?:docs?|documentation|reference|api|manual|wiki)\b/i],
  ['forum', /\b(?:forums?|community|discussion|thread|reddit|questions?)\b|\?/i],
  ['service', /\b(?:services?|solutions?|software|platform|agency|company|pricing)\b/i],
  ['jobs', /\b(?:jobs|events|directory|listings?|courses|results|archive|category)\b/i],
];
const URL_SHAPES: readonly (readonly [string, RegExp])[] = [
  ['product', /\/(?:p|dp|product|products|item|itm|pd|sku|ip|buy|app)s?\//],
  ['category', /\/(?:c|category|categories|collections?|shop|browse|cat|department|genre|tags?|best-?sellers?|plp)\b/],
  ['forum', /forum|thread|topic|\/t\/|viewtopic|showthread|questions?\/|discuss|comments|community|\/r\//],
  ['docs', /docs?[./]|\/docs?\b|reference|manual|api|guide|wiki|developer|learn|help|support|kb\b/],
  ['article', /blog|news|article|post|story|stories|\/20\d\d\/|magazine/],
  ['service', /service|solution|pricing|about|feature|platform|company|program|plans?\b/],
  ['listing', /list|search|results|directory|jobs|events|rankings|top-?\d|best-/],
  ['html', /\.(?:s?html?|php|aspx?)$/],
  ['number', /\d{4,}/],
];

/**
 * Values of a page as a whole, from which its kind is told. They are no part of a block's row: trees over
 * blocks learn single pages by heart from them (measured in decision 020).
 */
export class PageFeatures {
  readonly totalWords: number;
  readonly totalBlocks: number;
  /** the set of cards with most words, or null */
  readonly cards: Siblings | null;
  readonly names: readonly string[];
  readonly values: Float32Array;
  private readonly collected = new Map<string, number>();

  constructor(facts: PageFacts, page: PageBlocks) {
    this.totalWords = Math.max(1, page.root.words);
    this.totalBlocks = Math.max(1, page.blocks.length);
    this.cards = largestCards(page.groups);
    this.addText(page);
    this.addCards(page);
    this.addMarkup(facts);
    this.addSelfDescription(facts);
    this.addTitle(facts);
    this.addUrl(facts);
    this.names = [...this.collected.keys()];
    this.values = Float32Array.from(this.collected.values());
  }

  private add(name: string, value: number): void {
    this.collected.set(name, value);
  }

  private addText({ blocks, root }: PageBlocks): void {
    const { totalWords } = this;
    let long = 0;
    let longLinked = 0;
    let prices = 0;
    let pre = 0;
    let cells = 0;
    const groups = new Uint16Array(WORD_GROUP_NAMES.length);
    for (const block of blocks.slice(0, 3_000)) {
      if (block.words >= 20) long += block.words;
      if (block.words >= 20 && block.linkWords > block.words / 2) longLinked += block.words;
      if (block.words < 30 && PRICE.test(block.text)) prices += 1;
      if (block.preformatted) pre += block.words;
      if (block.container.node.tag === 'td') cells += 1;
      if (block.words < 8) countGroups(lowerWords(block.text, 8), groups);
    }
    this.add('log_words', Math.log(totalWords));
    this.add('log_blocks', Math.log(this.totalBlocks));
    this.add('link_share', root.linkWords / totalWords);
    this.add('long_share', long / totalWords);
    this.add('long_linked_share', longLinked / totalWords);
    this.add('price_blocks', prices / this.totalBlocks);
    this.add('pre_share', pre / totalWords);
    this.add('cell_blocks', cells / this.totalBlocks);
    this.add('words_per_block', totalWords / this.totalBlocks);
    WORD_GROUP_NAMES.forEach((name, i) => {
      this.add(`group.${name}`, (groups[i] ?? 0) / this.totalBlocks);
    });
  }

  private addCards({ groups }: PageBlocks): void {
    const { cards, totalWords } = this;
    const count = Math.max(1, cards?.count ?? 0);
    this.add('cards.groups', Math.min(50, groups.filter((group) => group.cards >= 3).length));
    this.add('cards.count', Math.min(300, cards?.count ?? 0));
    this.add('cards.priced', (cards?.priced ?? 0) / count);
    this.add('cards.pictured', (cards?.pictured ?? 0) / count);
    this.add('cards.headed', (cards?.headed ?? 0) / count);
    this.add('cards.words', (cards?.words ?? 0) / totalWords);
    this.add('cards.mean', (cards?.words ?? 0) / count);
    this.add('cards.links', cards === null ? -1 : cards.linkWords / Math.max(1, cards.words));
    this.add('cards.start', (cards?.items[0]?.firstBlock ?? 0) / this.totalBlocks);
    const most = groups.reduce((max, group) => Math.max(max, group.priced), 0);
    this.add('cards.most_priced', Math.min(200, most));
  }

  private addMarkup({ counts, itemTypes, isAmp }: PageFacts): void {
    for (const [tag, count] of Object.entries(counts)) this.add(`count.${tag}`, Math.min(count, 500));
    this.add('itemtypes', Math.min(itemTypes.length, 100));
    this.add('amp', isAmp ? 1 : 0);
  }

  private addSelfDescription({ structured, meta, itemTypes }: PageFacts): void {
    const types = [...structured.types, ...itemTypes].join(' ');
    for (const [name, pattern] of SCHEMA_TYPES) this.add(`schema.${name}`, pattern.test(types) ? 1 : 0);
    for (const [name, pattern] of SCHEMA_COUNTED) {
      let count = 0;
      for (const [type, times] of structured.typeCounts) if (pattern.test(type)) count += times;
      this.add(`schema.count.${name}`, Math.min(count, 200));
    }
    const ogType = meta.get('og:type') ?? '';
    this.add('og.article', /article/.test(ogType) ? 1 : 0);
    this.add('og.product', /product/.test(ogType) ? 1 : 0);
    this.add('og.website', /website/.test(ogType) ? 1 : 0);
    this.add('og.other', ogType !== '' && !/article|product|website/.test(ogType) ? 1 : 0);
    this.add('published', meta.has('article:published_time') || structured.published !== null ? 1 : 0);
    this.add('body_chars', Math.log1p(Math.max(0, ...structured.bodies.map((body) => body.length))));
    const generator = (meta.get('generator') ?? '').toLowerCase();
    this.add(
      'generator',
      ['wordpress', 'drupal', 'discourse', 'sphinx', 'docusaurus', 'shopify', 'wix', 'mediawiki', 'hugo'].findIndex(
        (name) => generator.includes(name),
      ) + 1,
    );
  }

  private addTitle({ titleElement, firstHeadings }: PageFacts): void {
    const title = titleElement ?? '';
    for (const [name, pattern] of TITLE_SHAPES) this.add(`title.${name}`, pattern.test(title) ? 1 : 0);
    this.add('title.words', title.split(/\s+/).length);
    this.add('h1.words', (firstHeadings[0] ?? '').split(/\s+/).length);
  }

  private addUrl({ url }: PageFacts): void {
    const path = url === null ? '' : `${url.pathname}${url.search}`.toLowerCase();
    const whole = url === null ? '' : `${url.hostname}${path}`.toLowerCase();
    for (const [name, pattern] of URL_SHAPES) this.add(`url.${name}`, pattern.test(whole) ? 1 : 0);
    this.add('url.depth', path.split('/').filter((part) => part !== '').length);
    this.add('url.length', path.length);
    this.add('url.dashes', (path.match(/-/g) ?? []).length);
    this.add('url.query', path.includes('?') ? 1 : 0);
  }
}

function largestCards(groups: readonly Siblings[]): Siblings | null {
  let best: Siblings | null = null;
  for (const group of groups) {
    if (group.cards < Math.max(3, group.count / 2)) continue;
    if (best === null || group.words > best.words) best = group;
  }
  return best;
}
