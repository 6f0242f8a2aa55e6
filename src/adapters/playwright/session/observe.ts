import type { TabView } from '../../../contracts/acting.js';
import type { Observed } from '../../../ports/browser-sessions.js';
import type { ActingSession } from './acting-session.js';
import { askPage } from './in-session.js';
import { lookAt, screenshotOf, withinTime } from './look.js';
import { settle } from './settle.js';

/** A load that is under way is waited for once more before a page is looked at. Milliseconds. */
const LOAD_MS = 20_000;
const QUIET_MS = 3_000;
const TITLE_MS = 3_000;

/** Everything that the next decision needs. While a dialog holds the page, only the dialog. */
export async function observeSession(session: ActingSession): Promise<Observed> {
  await settle(session, { loadMs: LOAD_MS, quietMs: QUIET_MS });
  const { dialog } = session;
  const notices = session.notices.splice(0);
  if (dialog !== null) {
    const { kind, message } = dialog;
    const observation = { ...(await common(session, false)), fingerprint: null, dialog: { kind, message }, notices };
    return { observation: { ...observation, signIn: false }, lines: [], screenshot: null };
  }
  const { page } = session.active;
  const seen = await lookAt(page, session.id);
  session.seen = seen;
  const screenshot = await screenshotOf(page);
  const signIn = await askPage(page.mainFrame(), 'wantsSignIn').catch(() => false);
  const observation = {
    ...(await common(session, true)),
    fingerprint: seen.fingerprint,
    dialog: null,
    notices,
    signIn,
  };
  return { observation, lines: seen.lines, screenshot };
}

async function common(session: ActingSession, titles: boolean) {
  const { page } = session.active;
  const tabs = await Promise.all([...session.tabs.values()].map((tab) => tabView(session, tab.id, titles)));
  const title = tabs.find(({ active }) => active)?.title ?? '';
  return { url: page.url().slice(0, 2_000), title, status: session.status, tabs };
}

async function tabView(session: ActingSession, id: string, titles: boolean): Promise<TabView> {
  const { page } = session.tabs.get(id) ?? session.active;
  // A page that a dialog holds tells no title.
  const title = titles ? await withinTime(page.title(), TITLE_MS, session.id).catch(() => '') : '';
  return { id, title: title.slice(0, 200), url: page.url().slice(0, 500), active: page === session.active.page };
}
