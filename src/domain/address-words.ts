/** The words of an address: `https://example.org/guides/solar-panels?id=3` gives `example org guides solar panels`. */
export function addressWords(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname } = new URL(address);
  return `${hostname.replace(/^www\./, '')} ${decoded(pathname)}`.replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
