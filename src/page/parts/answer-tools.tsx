import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ShownRun } from '../client.js';
import { useFrame } from '../hooks.js';
import { Icon } from '../icons.js';

/** Read aloud, copy. */
export function AnswerTools({ view }: { view: ShownRun }): JSX.Element {
  return (
    <div class="answer-tools">
      {'speechSynthesis' in window && <ReadAloud text={view.answer_text ?? ''} language={view.language ?? 'en'} />}
      <CopyMarkdown markdown={`# ${view.question}\n\n${view.answer ?? ''}\n`} />
    </div>
  );
}

/** Speaks sentence by sentence: some voices stop by themselves in long utterances. */
function ReadAloud({ text, language }: { text: string; language: string }): JSX.Element {
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => window.speechSynthesis.cancel(), []);

  const stop = (): void => {
    window.speechSynthesis.cancel();
    setSpeaking(false);
  };
  const start = (): void => {
    window.speechSynthesis.cancel();
    const sentences = sentencesOf(text, language);
    setSpeaking(sentences.length > 0);
    sentences.forEach((sentence, index) => {
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.lang = language;
      if (index === sentences.length - 1) utterance.onend = () => setSpeaking(false);
      utterance.onerror = () => setSpeaking(false);
      window.speechSynthesis.speak(utterance);
    });
  };
  return (
    <button type="button" class="quiet-button" onClick={speaking ? stop : start}>
      <Icon name={speaking ? 'stop' : 'speak'} />
      {speaking ? 'Stop' : 'Read aloud'}
    </button>
  );
}

function sentencesOf(text: string, language: string): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return Array.from(segments, ({ segment }) => segment.trim()).filter((sentence) => sentence !== '');
}

const COPIED_FOR_MS = 2000;

function CopyMarkdown({ markdown }: { markdown: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const { announce } = useFrame();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    await copyText(markdown);
    setCopied(true);
    announce('Copied');
  };
  return (
    <button type="button" class="quiet-button copy-button" onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? 'Copied' : 'Copy as Markdown'}
    </button>
  );
}

/** The clipboard needs a secure context; a page on the local network copies by selection. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return;
    } catch {
      // Permission refused: the selection below needs none.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
