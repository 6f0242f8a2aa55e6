/** As much of a text as fits: whole sentences where one fits, else whole words and an ellipsis. */
export function shortened(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line.length <= maxCharacters) return line;
  const room = line.slice(0, maxCharacters);
  const sentence = /^.*[.!?。！？](?=\s|$)/u.exec(room)?.[0];
  if (sentence !== undefined && sentence.length >= maxCharacters / 3) return sentence;
  const words = room.slice(0, -1).replace(/\s+\S*$/u, '');
  return `${words}…`;
}
