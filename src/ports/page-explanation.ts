/** Why a page was read as it was, for a person who asks; runs never ask. */

/** What became of a piece of a page, and why. */
export type BlockReason =
  /** kept: likely wanted */
  | 'wanted'
  /** left out: less likely wanted than what was kept */
  | 'unlikely'
  /** left out: the same text stands on the page before */
  | 'repeated'
  /** left out: the page's markup hides it from its readers */
  | 'hidden'
  /** left out with all others: too little on the page is likely wanted */
  | 'page_too_thin';

/** A run of text that no block edge divides, such as a paragraph, a heading or a cell. */
export interface ExplainedBlock {
  /** its first 200 characters */
  readonly text: string;
  readonly words: number;
  /** tags and first classes from outside to inside, e.g. `main > div.card > p` */
  readonly place: string;
  /** how likely it is wanted, 0 to 1 */
  readonly chance: number;
  readonly reason: BlockReason;
}

/** What the learned filter made of a page of HTML. */
export interface BlockChoice {
  /** the kind of page it takes this for, e.g. `article`, and how surely, 0 to 1 */
  readonly pageKind: string;
  readonly pageKindChance: number;
  /** in reading order, at most 2,000 */
  readonly blocks: readonly ExplainedBlock[];
  /** blocks of the page, those past the first 2,000 included */
  readonly blockCount: number;
}

/** How bytes became text. */
export interface TextExplanation {
  /** WHATWG name */
  readonly charset: string;
  /** what told it: a byte order mark, the header, the document's own declaration, or the bytes themselves */
  readonly charsetFrom: 'mark' | 'header' | 'document' | 'bytes';
  /** of HTML only, as are those below: words kept */
  readonly words?: number;
  /** sign that scripts put the page together, or null; it counts only where few words are served */
  readonly browserSign?: string | null;
  /** what stands in front of the text: `none`, `email`, `login`, `paywall`, `blocked` */
  readonly gate?: string;
  /** missing where the rules took over from the learned filter */
  readonly choice?: BlockChoice;
}

export interface PageExplanation {
  /** what the first bytes and the content type were taken for, e.g. `html`, `pdf` */
  readonly kind: string;
  readonly contentType: string | null;
  /** decoded */
  readonly sizeBytes: number;
  /** missing for PDF, and where taking the page apart took too long */
  readonly text?: TextExplanation;
}
