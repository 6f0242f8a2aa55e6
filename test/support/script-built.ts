import type { Misbehaviour, OfflinePage } from './offline-web.js';

/** The page as a site serves it that leaves everything to a script: plain HTTP sees a shell. */
export const scriptBuilt =
  ({ title, text }: OfflinePage): Misbehaviour =>
  (_req, res) => {
    const script = `const root = document.getElementById('root');
      const put = (tag, words) => { const node = document.createElement(tag); node.textContent = words; root.append(node); };
      setTimeout(() => { put('h1', ${JSON.stringify(title)}); for (const words of ${JSON.stringify(text)}) put('p', words); }, 50);`;
    res
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>${title}</title></head><body><div id="root"></div><script>${script}</script></body></html>`,
      );
  };
