/** Success is what code saw: words that the page shows now and did not show before, and that do not tell of a failure. */
import type { SnapshotLine } from '../../ports/page-snapshot.js';
import { contentOf, showsText } from './snapshot.js';

/** How pages say that something went wrong, in the languages met most. Whole words. */
const FAILURES =
  /(?<!\p{L})(?:error|errors|invalid|failed|failure|wrong|incorrect|not (?:valid|found|possible|work)|did not work|try again|required|denied|fehler\p{L}*|ungültig\p{L}*|falsch|fehlgeschlagen|erreur|invalide|incorrecte?|échou\p{L}*|errore|non valido|inválid\p{L}*|incorrect\p{L}*|ongeldig|mislukt|ошибка|неверн\p{L}*|błąd|nieprawidłow\p{L}*|错误|失败|エラー|失敗)(?!\p{L})/iu;

/**
 * @param evidence words that the model copied from the page
 * @param before what was seen before anything was done
 */
export function judgeEvidence(
  evidence: string | null,
  now: readonly SnapshotLine[],
  before: readonly SnapshotLine[],
): 'new' | 'old' | 'absent' | 'failure' {
  if (evidence === null || !showsText(now, evidence)) return 'absent';
  if (showsText(before, evidence)) return 'old';
  const holding = now.filter((line) => showsText([line], evidence)).map(contentOf);
  return [evidence, ...holding].some((text) => FAILURES.test(text)) ? 'failure' : 'new';
}
