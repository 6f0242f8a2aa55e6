import type { Classification, ClassifyInput } from '../contracts/activities.js';
import { ordersAnAction } from './action-words.js';
import { detectLanguage } from './language.js';
import { searchQueries } from './query-rules.js';

/** Classification by rules: what is certain without a model. */
export function classifyQuestion({ question, kind, language }: ClassifyInput): Classification {
  const spoken = language ?? detectLanguage(question);
  const isAction = kind === 'action' || (kind === 'auto' && ordersAnAction(question));
  return { kind: isAction ? 'action' : 'question', language: spoken, queries: searchQueries(question, spoken) };
}
