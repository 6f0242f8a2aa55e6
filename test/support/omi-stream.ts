/** Five minutes of a wearer's day as Omi tells it: 17 segments in 55 updates, written by hand after recorded streams. */

export interface Segment {
  readonly id: string;
  readonly text: string;
  readonly speaker: string;
  readonly is_user: boolean;
  readonly start: number;
  readonly end: number;
}

/** One delivery, then so many milliseconds of silence. */
export interface Delivered {
  readonly segments: readonly Segment[];
  readonly pauseMs: number;
}

/** What of it is asked, in order. */
export const ASKED = [
  ['question', 'How high is the harbour light of Skerrow?'],
  ['question', 'Who made the oldest tide clock of Skerrow?'],
  ['question', 'how long does the dough of salt bread rise'],
  ['question', 'when is high water at Skerrow'],
  ['question', 'Is the Northwind Weekly printed on Fridays?'],
  ['action', 'Please sign me up for the Northwind newsletter'],
] as const;

const SAYS_ON_MS = 60;
/** longer than a breath, so that what was said counts as said */
const SILENT_MS = 3_400;

class Recorder {
  readonly delivered: Delivered[] = [];
  private readonly last = new Map<string, Segment>();

  /** A segment that grows word by word in `steps` updates. */
  says(id: string, start: number, text: string, { steps = 3, mine = true, pauseMs = SAYS_ON_MS } = {}): this {
    const words = text.split(' ');
    for (let step = 1; step <= steps; step++) {
      const said = words.slice(0, Math.ceil((words.length * step) / steps)).join(' ');
      this.update(id, start, start + step, said, mine, step === steps ? pauseMs : SAYS_ON_MS);
    }
    return this;
  }

  update(id: string, start: number, end: number, text: string, mine = true, pauseMs = SAYS_ON_MS): this {
    const segment = { id, text, speaker: mine ? 'SPEAKER_00' : 'SPEAKER_01', is_user: mine, start, end };
    this.last.set(id, segment);
    this.delivered.push({ segments: [segment], pauseMs });
    return this;
  }

  /** An update that was overtaken on its way: told again as it was before. */
  late(id: string, text: string): this {
    const now = this.last.get(id);
    if (now === undefined) throw new Error(`nobody said ${id}`);
    this.delivered.push({ segments: [{ ...now, text, end: now.end - 1 }], pauseMs: SAYS_ON_MS });
    return this;
  }
}

export const recordedStream = (): readonly Delivered[] =>
  new Recorder()
    .says('s01', 2, 'So we are back in Skerrow for the week.', { steps: 4 })
    .says('s02', 6, 'How tall is that thing?', { mine: false, steps: 4 })
    .says('s03', 11, 'How high is the harbour light of Skerrow?', { steps: 5 })
    .late('s03', 'How high is the harbour')
    .says('s04', 17, 'Thirty metres or so.', { mine: false, steps: 2, pauseMs: SILENT_MS })
    .says('s05', 40, 'Right.', { steps: 1 })
    .says('s06', 44, 'What do you want for dinner?', { steps: 4 })
    .says('s08', 72, 'oldest tide clock of Skerrow?', { steps: 2 })
    .says('s07', 70, 'Who made the', { steps: 2, pauseMs: SILENT_MS })
    .update('s07', 70, 75, 'Who made the oldest tide clock of Skerrow?')
    .says('s09', 80, 'No idea, ask somebody.', { mine: false, steps: 4 })
    .says('s10', 95, 'um how long does the dough of salt bread rise', { steps: 8, pauseMs: SILENT_MS })
    .says('s11', 140, 'Nice weather today.', { steps: 2, pauseMs: SILENT_MS })
    // the recording starts again
    .says('s12', 1, 'Hey Omi, when is high water at Skerrow', { steps: 5, pauseMs: SILENT_MS })
    .says('s13', 20, 'Is the Northwind Weekly printed on Fridays?', { steps: 4 })
    .says('s14', 30, 'Please sign me up for the Northwind newsletter', { steps: 3, pauseMs: SILENT_MS })
    .says('s15', 60, 'What is the time?', { mine: false, steps: 1 })
    .says('s16', 70, 'Good night.', { steps: 1 })
    .says('s17', 80, 'How high is the harbour light of Skerrow?', { steps: 1, pauseMs: SILENT_MS }).delivered;
