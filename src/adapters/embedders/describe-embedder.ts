import type { Config } from '../../config.js';
import { hasRuntime, LOCAL_MODEL, weightsArePresent, weightsFolder } from './weights.js';

/** The embedder of the settings in a few words, told from what lies on this machine; nothing is asked or started. */
export function describeEmbedder({ embeddings, dataDir }: Pick<Config, 'embeddings' | 'dataDir'>): string {
  const { embedder, model, baseUrl } = embeddings;
  if (embedder === 'none') return 'none: full text alone';
  if (embedder === 'hash') return 'hash: lexical only, for tests';
  if (embedder === 'openai') return `${model} at ${new URL(baseUrl).host}`;
  if (!hasRuntime())
    return `none: onnxruntime-node has no build for ${process.platform} ${process.arch}; full text alone`;
  return weightsArePresent(weightsFolder(dataDir))
    ? `${LOCAL_MODEL}, on this machine`
    : `${LOCAL_MODEL}, whose weights a worker fetches in the background; full text alone until they are there`;
}
