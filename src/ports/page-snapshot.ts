/** A page as its accessibility tree shows it, line by line. */

export interface SnapshotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One line of the page. */
export interface SnapshotLine {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  /** value of a field, or text; masked fields hold `[masked]` */
  readonly text: string;
  /** `checked`, `disabled`, `expanded`, `selected`, … */
  readonly states: readonly string[];
  readonly ref: string | null;
  /** in the viewport of the page, CSS pixels */
  readonly box: SnapshotBox | null;
  readonly pointer: boolean;
}
