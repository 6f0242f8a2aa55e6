/** Keeps a page's main frame on one origin while something secret is typed: every hop of a redirect is looked at. */
import type { BrowserContext, Page } from 'playwright';

export interface OriginHold {
  /** was the page about to leave for another origin? */
  readonly strayed: boolean;
}

/** A router of the driver sees only the first address of a chain of redirects: the browser's own Fetch sees each. */
export async function holdOrigin(context: BrowserContext, page: Page, origin: string): Promise<OriginHold> {
  const hold = { strayed: false };
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const away = frameId === frameTree.frame.id && new URL(request.url).origin !== origin;
    if (away) hold.strayed = true;
    const answer = away
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    // The page may have left meanwhile.
    void answer.catch(() => undefined);
  });
  const patterns = [{ urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Request' as const }];
  await session.send('Fetch.enable', { patterns });
  return hold;
}
