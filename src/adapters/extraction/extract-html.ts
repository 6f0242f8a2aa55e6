import { BlockFeatures, MAX_FEATURES } from './block-features.js';
import type { BlockChoice } from '../../ports/page-explanation.js';
import { chooseBlocks, withoutRepeats } from './choose-blocks.js';
import { evenOut } from './even-out.js';
import { HtmlTooComplexError, ModelUnusableError } from './errors.js';
import { explainBlocks } from './explain-blocks.js';
import { FeatureRow } from './feature-row.js';
import { readMetadata, type PageMetadata } from './metadata.js';
import { needsBrowser } from './needs-browser.js';
import { collectFacts, type PageFacts } from './page-facts.js';
import { readSignals, type PageSignals } from './page-signals.js';
import { addPageType, pageTypeChances } from './page-type.js';
import { withoutHidden } from './hidden-blocks.js';
import { parseHtml } from './parse-html.js';
import { meaningfulLinks, renderText, type PageHeading, type PageLink } from './render-text.js';
import { collectBlocks, countWords, type PageBlocks, type TextBlock } from './text-blocks.js';
import { TokenScores } from './token-scores.js';
import { readModel, type BlockModel } from './tree-model.js';

export { HtmlTooComplexError, ModelUnusableError } from './errors.js';

/** A page as read: its main content and what it says about itself. */
export interface ExtractedPage extends PageMetadata {
  /** main content; blocks parted by blank lines, see `renderText` */
  readonly text: string;
  readonly headings: readonly PageHeading[];
  /** words of `text` */
  readonly words: number;
  /** `learned`: the block filter; `rules`: the fallback */
  readonly how: 'learned' | 'rules';
  /** why only a browser can read this page; null for pages that do not need one */
  readonly needsBrowser: string | null;
  readonly signals: PageSignals;
  /** links inside the main content, at most 200 */
  readonly links: readonly PageLink[];
  /** where `explain` asks for it: what became of each block, and why */
  readonly choice?: BlockChoice;
}

export interface ExtractOptions {
  /** elements and texts; default 1,000,000 */
  readonly maxNodes?: number;
  /** open elements; what lies deeper is read as if it lay at this depth; default 512 */
  readonly maxDepth?: number;
  /** bytes of the extracted text in UTF-8; default 4 MiB */
  readonly maxTextBytes?: number;
  /** where the model file lies; default the one shipped beside this module */
  readonly modelFile?: URL;
  /** tell of every block why it was kept or left out; default false */
  readonly explain?: boolean;
}

const SHIPPED_MODEL = new URL('./block-filter.model.json', import.meta.url);
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const models = new Map<string, BlockModel>();

/** The model in the file, read once per process. @throws ModelUnusableError */
export function loadModel(file: URL = SHIPPED_MODEL): BlockModel {
  const known = models.get(file.href);
  if (known !== undefined) return known;
  const model = readModel(file);
  models.set(file.href, model);
  return model;
}

/**
 * Extracts the main content of any kind of page. Pure CPU work on one thread, a few milliseconds for
 * most pages.
 * @param url address of the page, for relative links; need not be valid
 * @throws HtmlTooComplexError more nodes or text than allowed
 * @throws ModelUnusableError the model file is missing or broken
 */
export function extractHtml(html: string, url: string, options: ExtractOptions = {}): ExtractedPage {
  const { maxNodes = 1_000_000, maxDepth = 512, maxTextBytes = MAX_TEXT_BYTES, explain = false } = options;
  const model = loadModel(options.modelFile);
  const parsed = parseHtml(html, { maxNodes, maxDepth });
  const facts = collectFacts(parsed, url);
  const page = collectBlocks(parsed.root);
  const { kept, choice } = keptBlocks(page, facts, model, explain);
  const { text, headings } = renderText(kept);
  if (Buffer.byteLength(text) > maxTextBytes) throw new HtmlTooComplexError('text', maxTextBytes);
  const metadata = readMetadata(facts);
  return {
    ...metadata,
    text,
    headings,
    words: countWords(text),
    how: 'learned',
    needsBrowser: needsBrowser(parsed, page, facts.titleElement),
    signals: readSignals(parsed.root, facts, page),
    links: meaningfulLinks(kept, facts.base),
    ...(choice && { choice }),
  };
}

interface Kept {
  readonly kept: TextBlock[];
  readonly choice?: BlockChoice;
}

function keptBlocks(page: PageBlocks, facts: PageFacts, model: BlockModel, explain: boolean): Kept {
  const scores = new Float64Array(page.blocks.length);
  const features = new BlockFeatures(page, facts);
  const tokens = new TokenScores(page, model.tokens);
  const { values } = features.pageFeatures;
  if (values.length !== model.pageType.features.length) throw otherFeatures();
  const kind = pageTypeChances(model.pageType, values);
  const row = new FeatureRow(new Float32Array(MAX_FEATURES));
  for (const block of page.blocks) {
    features.write(block.index, row);
    tokens.addTo(row, block);
    addPageType(row, model.pageType, kind);
    if (row.length !== model.features.length) throw otherFeatures();
    scores[block.index] = model.ensemble.sum(row.values);
  }
  const chances = evenOut(page.blocks, scores);
  const chosen = chooseBlocks(page.blocks, chances);
  const kept = withoutHidden(chosen);
  if (!explain) return { kept };
  const pageKindChance = Math.max(...kind);
  const choice = {
    pageKind: model.pageType.kinds[kind.indexOf(pageKindChance)] ?? '',
    pageKindChance,
    blocks: explainBlocks(page.blocks, { chances, distinct: withoutRepeats(page.blocks), chosen, kept }),
    blockCount: page.blocks.length,
  };
  return { kept, choice };
}

const otherFeatures = (): ModelUnusableError => new ModelUnusableError('The model was trained on other features');
