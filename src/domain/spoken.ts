/** Text as it is read aloud: without addresses, brackets and the marks of Markdown. */
export function spoken(text: string): string {
  return text
    .replace(/(?:https?|ftp):\/\/[^\s)\]>]+|\bwww\.[^\s)\]>]+/giu, '')
    .replace(/\[\d+(?:[,\s]+\d+)*\]/gu, '')
    .replace(/^[ \t]*(?:#{1,6}|[-*•>]|```\S*)[ \t]*/gmu, '')
    .replace(/[()[\]{}<>（）【】]/gu, ' ')
    .replace(/[*_`~|\\]+/gu, ' ')
    .replace(/\s+([,.;:!?。，！？])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}
