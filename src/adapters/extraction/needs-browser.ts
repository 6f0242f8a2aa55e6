import { attribute, walk, type HtmlNode } from './html-tree.js';
import type { ParsedHtml } from './parse-html.js';
import type { PageBlocks } from './text-blocks.js';

/** Why a page's text can only be had from a browser. */
export type BrowserReason = 'empty_body_large_scripts' | 'script_shell' | 'enable_javascript' | 'challenge';

/** Words in the served page under which a page with scripts counts as empty. */
const EMPTY_WORDS = 25;
/** Under this, a page with a mount point for a script, or that asks for scripts, is a shell. */
const SHELL_WORDS = 120;
const LARGE_SCRIPT_CHARS = 1_000;
const MOUNT_IDS =
  /^(?:root|app|__next|__nuxt|___gatsby|react-root|app-root|main-app|svelte|q-app|ember-app|react-app|application|main-root|appMount)$/i;
const ASKS_FOR_SCRIPT =
  /(?:enable|activate|turn on|requires?|needs?|without|allow)\s+(?:\S+\s+){0,3}java\s?script|java\s?script\s+(?:\S+\s+){0,3}(?:required|disabled|enabled|to run|is off|aktivier|activ|habilit)|(?:aktivieren|activez|activer|habilit\w+|attiva\w*|включите)\s+(?:\S+\s+){0,3}java\s?script/i;
const CHALLENGE =
  /just a moment|checking your browser|verif(?:y|ying) (?:that )?you are (?:a )?human|attention required|ddos protection|please wait while (?:we|your)/i;

/**
 * Says why a browser is needed, or null. A page with enough text of its own never needs one, whatever
 * its noscript elements ask for.
 */
export function needsBrowser(
  parsed: ParsedHtml,
  { blocks, root }: PageBlocks,
  title: string | null,
): BrowserReason | null {
  const noscript = new Set(blocks.filter(insideNoscript));
  const words = root.words - [...noscript].reduce((sum, block) => sum + block.words, 0);
  const scripted = parsed.scripts > 0 || parsed.scriptChars > 0;
  if (!scripted || words >= SHELL_WORDS) return null;
  const text = blocks
    .map((block) => block.text)
    .join(' ')
    .slice(0, 20_000);
  if (CHALLENGE.test(`${title ?? ''} ${text}`)) return 'challenge';
  if (ASKS_FOR_SCRIPT.test(text)) return 'enable_javascript';
  if (hasMountPoint(parsed.root)) return 'script_shell';
  if (words >= EMPTY_WORDS) return null;
  return parsed.scriptChars >= LARGE_SCRIPT_CHARS || parsed.scripts >= 3 ? 'empty_body_large_scripts' : null;
}

function insideNoscript(block: PageBlocks['blocks'][number]): boolean {
  for (let c: typeof block.container | null = block.container; c !== null; c = c.parent)
    if (c.node.tag === 'noscript') return true;
  return false;
}

function hasMountPoint(root: HtmlNode): boolean {
  let found = false;
  walk(root, (node) => {
    if (node.tag === 'div' && MOUNT_IDS.test(attribute(node, 'id'))) found = true;
    else if (node.tag === 'app-root') found = true;
  });
  return found;
}
