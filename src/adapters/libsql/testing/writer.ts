/** Run as a process of its own: saves pages until it is stopped or killed, printing each id once the store has it. */
import { openStore } from '../store.js';
import { pageContent } from './page-content.js';

const [, , file = '', name = '', count = '1'] = process.argv;
const store = openStore(file);
console.log(`store ${store.identity().storeId} ${store.identity().installationSecret}`);
for (let n = 0; n < Number(count); n += 1) {
  const page = pageContent({ canonicalUrl: `https://example.org/${name}/${n}`, text: `Page ${n} of ${name}.` });
  const saved = await store.pages.save(page, { runId: `run_${name}`, retrievedAt: new Date().toISOString() });
  await store.chunks.upsert({ pageId: saved.pageId, url: saved.url, title: 'T', language: 'en' }, [
    { pageId: saved.pageId, index: 0, start: 0, end: saved.text.length, text: saved.text },
  ]);
  console.log(`saved ${saved.pageId}`);
}
store.close();
