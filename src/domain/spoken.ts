/** Text as it is read aloud: without addresses, brackets and the marks of Markdown. */
export function spoken(text: string): string {
  return text
    .replace(/(?:(?:https?|ftp):\/\/|\bwww\.)[^\s<>\]]*[^\s<>\].,;:!?)]/giu, '')
    .replace(/\[\d+(?:[,\s]+\d+)*\]/gu, '')
    .replace(/^[ \t]*(?:#{1,6}|[-*•>]|```\S*)[ \t]*/gmu, '')
    .replace(/[()[\]{}<>（）【】]/gu, ' ')
    .replace(/[*`~|\\]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\s+([,.;:!?。，！？])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}
