import type { Config } from '../../config.js';
import type { Embedder } from '../../ports/embedder.js';
import { createHashEmbedder } from './hash-embedder.js';
import { createLocalEmbedder } from './local-embedder.js';
import { createOpenAiEmbedder } from './openai-embedder.js';
import { weightsFolder } from './weights.js';

/** The embedder of the settings; null for `none`. Nothing is brought or started before it is asked to. */
export function createEmbedder(
  { embeddings, dataDir }: Pick<Config, 'embeddings' | 'dataDir'>,
  log: (line: string) => void,
): Embedder | null {
  switch (embeddings.embedder) {
    case 'local':
      return createLocalEmbedder({ folder: weightsFolder(dataDir), log });
    case 'openai':
      return createOpenAiEmbedder(embeddings);
    case 'hash':
      return createHashEmbedder();
    case 'none':
      return null;
  }
}
