/** The process that holds the local model: texts come in by its channel, vectors go back. It ends with its parent. */
import { loadMiniLm, type MiniLm } from './minilm.js';

export interface EmbedRequest {
  readonly id: number;
  readonly text: string;
}
export type EmbedReply =
  | { readonly id: number; readonly vector: Float32Array }
  /** the model cannot be loaded or run: no retry will help */
  | { readonly id: number; readonly fault: string };

const [folder = ''] = process.argv.slice(2);
const model = loadMiniLm(folder);
// Each request meets the same failure again, and tells it.
model.catch(() => undefined);

/** One after another, so that no more than one text's worth of memory is taken. */
let turn: Promise<void> = Promise.resolve();

async function answer({ id, text }: EmbedRequest): Promise<EmbedReply> {
  try {
    const loaded: MiniLm = await model;
    return { id, vector: await loaded.embed(text) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: EmbedRequest) => {
  turn = turn.then(async () => void process.send?.(await answer(request)));
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C goes to the whole terminal: the parent ends this process when its own work is done.
process.on('SIGINT', () => undefined);
