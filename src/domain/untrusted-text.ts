/**
 * Text from the web on its way to a model: what nobody can see is taken out, and nothing in it can end the block that
 * marks it as data. The words stay as they are, so that what a model quotes is found again in the stored page.
 */

// Zero-width and filling characters, bidirectional marks and overrides, variation selectors, tag characters.
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|\u034f|\u17b4|\u17b5|[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The text without what nobody can see. */
export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, '').replace(CONTROL, '').replace(LONE_SURROGATE, '\ufffd');

const OPENING = String.raw`(?:[<＜﹤‹〈⟨]|&(?:lt|#0*60|#x0*3c);?)`;
// "DATA" in Latin, full-width and look-alike letters, with spaces between.
const DATA_TAG = new RegExp(
  String.raw`${OPENING}(\s*(?:[/／⁄∕\\]|&(?:sol|#0*47|#x0*2f);?)?\s*[dｄ]\s*[aａа]\s*[tｔт]\s*[aａа](?!\p{L}))`,
  'giu',
);
// Marks that chat templates give a meaning to; servers for local models may read them anywhere in a prompt.
const TEMPLATE_MARKS =
  /<\|[^<>|\n]{1,60}\|>|<｜[^<>｜\n]{1,60}｜>|<<\/?SYS>>|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\]|<\/?(?:s|bos|eos|pad|unk|think|start_of_turn|end_of_turn|end_of_text|eot_id)>/giu;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/gu;

/** Untrusted text, safe to stand within a data block. */
export function forModel(text: string): string {
  return withoutUnseen(text)
    .replace(COMMENT, ' ')
    .replace(DATA_TAG, '‹$1')
    .replace(TEMPLATE_MARKS, (mark) => mark.replace(/[<[|｜\]>]/gu, (sign) => REPLACED[sign] ?? ' '));
}
const REPLACED: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '[': '(', ']': ')', '|': '¦', '｜': '¦' };

/**
 * Marks text as data.
 * @param id random for each call: no page can know it
 */
export const dataBlock = (id: string, text: string): string =>
  `<DATA id=${id}>\n${forModel(text).replaceAll(id, '')}\n</DATA>`;
