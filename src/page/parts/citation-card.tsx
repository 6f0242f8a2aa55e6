import type { JSX, RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Quote, Source } from '../../contracts/run.js';
import { formatDate, formatDateTime, hostOf, safeHref } from '../format.js';
import { Icon } from '../icons.js';

interface OpenCard {
  readonly id: string;
  /** with only those quotes that the sentence cites */
  readonly source: Source;
  /** pinned by a click, a tap or Enter: it stays until it is closed; otherwise it goes with the pointer or the focus */
  readonly pinned: boolean;
}

interface NumberHandlers {
  onPointerEnter(event: PointerEvent): void;
  onPointerLeave(): void;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
  onClick(): void;
}

export interface CitationControl {
  readonly open: OpenCard | null;
  readonly handlersFor: (id: string, source: Source) => NumberHandlers;
  /** keeps a card that the pointer has reached */
  readonly keep: () => void;
  readonly leave: () => void;
  /** closes, and gives the keyboard back to the number when it was inside the card */
  readonly close: () => void;
}

/** How long the pointer may take from the number to the card. */
const LEAVE_MS = 200;

/** Which card is open. Hover and focus show it, a click or tap pins it, Escape and a press elsewhere close it. */
export function useCitationCard(container: RefObject<HTMLElement | null>): CitationControl {
  const [open, setOpen] = useState<OpenCard | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const givingBack = useRef(false);

  const keep = useCallback(() => clearTimeout(leaving.current), []);
  const leave = useCallback(() => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => setOpen((card) => (card?.pinned === true ? card : null)), LEAVE_MS);
  }, []);
  const show = useCallback(
    (id: string, source: Source) => {
      keep();
      setOpen((card) => (card?.pinned === true ? card : { id, source, pinned: false }));
    },
    [keep],
  );
  const close = useCallback(() => {
    const number = open === null ? null : document.getElementById(open.id);
    setOpen(null);
    if (number === null || container.current?.contains(document.activeElement) !== true) return;
    givingBack.current = true;
    number.focus();
    givingBack.current = false;
  }, [open, container]);

  useEffect(() => keep, [keep]);
  useClosing(open !== null, container, close, setOpen);

  return useMemo(
    () => ({
      open,
      keep,
      leave,
      close,
      handlersFor: (id, source) => ({
        onPointerEnter: (event) => event.pointerType === 'mouse' && show(id, source),
        onPointerLeave: leave,
        onFocus: () => givingBack.current || show(id, source),
        onBlur: leave,
        onClick: () => setOpen((card) => (card?.id === id && card.pinned ? null : { id, source, pinned: true })),
      }),
    }),
    [open, keep, leave, close, show],
  );
}

function useClosing(
  isOpen: boolean,
  container: RefObject<HTMLElement | null>,
  close: () => void,
  setOpen: (card: null) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    const onPress = (event: PointerEvent): void => {
      const pressed = event.target instanceof Element ? event.target : null;
      if (pressed?.closest('.citation-card, .cite') == null) setOpen(null);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen, container, close, setOpen]);
}

interface CardProps {
  readonly control: CitationControl;
  readonly container: RefObject<HTMLElement | null>;
}

/** A number's quotes where they stand in their source. */
export function CitationCard({ control, container }: CardProps): JSX.Element | null {
  const card = useRef<HTMLDivElement>(null);
  const { open } = control;
  usePlacing(card, container, open?.id ?? null);
  useEffect(() => {
    if (open?.pinned === true) card.current?.focus({ preventScroll: true });
  }, [open?.id, open?.pinned]);
  if (open === null) return null;
  const { source } = open;
  return (
    <div
      ref={card}
      id="citation-card"
      class="citation-card"
      role="dialog"
      aria-label={`Source ${source.n}`}
      tabIndex={-1}
      onPointerEnter={control.keep}
      onPointerLeave={control.leave}
      onFocusCapture={control.keep}
    >
      <div class="citation-head">
        <span>
          {source.n} · {hostOf(source.url)}
        </span>
        <button type="button" class="icon-button" aria-label="Close" onClick={control.close}>
          <Icon name="cross" />
        </button>
      </div>
      {source.quotes.map((quote) => (
        <QuoteInContext key={quote.text} quote={quote} />
      ))}
      <p class="citation-title">{source.title}</p>
      <p class="citation-facts">
        {source.published_at !== null && `published ${formatDate(source.published_at)} · `}
        read {formatDateTime(source.retrieved_at)}
      </p>
    </div>
  );
}

function QuoteInContext({ quote }: { quote: Quote }): JSX.Element {
  return (
    <div class="quote">
      <blockquote>
        {quote.before} <mark>{quote.text}</mark> {quote.after}
      </blockquote>
      <a href={safeHref(quote.link)} target="_blank" rel="noopener noreferrer">
        {quote.page === undefined ? 'Open at the passage' : `Open at page ${quote.page}`}
        <Icon name="away" />
      </a>
    </div>
  );
}

const GAP_PX = 8;

/**
 * Puts the card under its number, or above where there is more room. The place is set through the style sheet's own
 * variables: on a narrow screen the style sheet leaves them aside and docks the card at the bottom; then the number is
 * brought out from behind it.
 */
function usePlacing(
  card: RefObject<HTMLElement | null>,
  container: RefObject<HTMLElement | null>,
  id: string | null,
): void {
  useLayoutEffect(() => {
    const number = id === null ? null : document.getElementById(id);
    if (card.current === null || container.current === null || number === null) return;
    const frame = container.current.getBoundingClientRect();
    const at = number.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = card.current;
    const left = Math.max(0, Math.min(at.left - frame.left - width / 3, frame.width - width));
    const covered = at.bottom + GAP_PX - card.current.getBoundingClientRect().top;
    if (getComputedStyle(card.current).position === 'fixed' && covered > 0) window.scrollBy(0, covered);
    const roomBelow = window.innerHeight - at.bottom;
    const above = roomBelow < height + GAP_PX && at.top > roomBelow;
    const top = above ? at.top - frame.top - height - GAP_PX : at.bottom - frame.top + GAP_PX;
    card.current.style.setProperty('--card-left', `${left}px`);
    card.current.style.setProperty('--card-top', `${top}px`);
  }, [card, container, id]);
}
