/** Runs that may look and not touch. */
import { isTextField, mayCommit, type ActEvidence } from './evidence.js';

/** Requests that ask for nothing to be changed: RFC 9110, section 9.2.1. */
const SAFE_METHODS = new Set(['get', 'head', 'options', 'trace']);
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method.toLowerCase());

const LOOKING = new Set(['scroll', 'hover', 'wait']);
/** Things of a page that show more of it, by their role. */
const SHOWING_ROLES = new Set(['link', 'tab', 'treeitem', 'option', 'combobox', 'slider', 'disclosure']);

/**
 * Why a run that may only read may not do this; null when it may: scroll, hover and wait, follow links, open tabs and
 * folded parts, search by a form that is sent with GET.
 */
export function readOnlyRefusal(evidence: ActEvidence): string | null {
  const { act, element, form } = evidence;
  if (LOOKING.has(act.kind) || act.kind === 'follow-link') return null;
  const searches = form !== null && isSafeMethod(form.method);
  if (!mayCommit(evidence)) return isTextField(element) && !searches && act.kind !== 'click' ? FILLS : null;
  if (element?.role === 'link' && !element.submits) return null;
  if (searches && (element?.submits || act.kind === 'press')) return null;
  return element !== null && !element.submits && SHOWING_ROLES.has(element.role) ? null : CHANGES;
}
const FILLS = 'this run may only read: filling in a form that is not a search is left to others';
const CHANGES = 'this run may only read: what is to be pressed may change something';
