/** Omi's way in: webhooks for speech and conversations, the check of its set-up, and a chat tool. */
import express, { type Request, type RequestHandler } from 'express';
import type { Config } from '../../config.js';
import type { StoreIdentity } from '../../ports/worker-board.js';
import type { Wearers } from '../../ports/wearers.js';
import { equalSecrets } from '../access/sessions.js';
import { toolTokenOf } from '../omi/access.js';
import { readDelivery, uidOf } from '../omi/delivery.js';
import { gatherSpeech } from '../omi/gather-speech.js';
import { ProblemError } from '../problems.js';
import type { SendJson } from '../replies.js';
import { runIdForKey } from '../run-ids.js';

interface Deps {
  readonly config: Pick<Config, 'omi'>;
  readonly identity: Pick<StoreIdentity, 'installationSecret'>;
  readonly wearers: Wearers;
  readonly sendJson: SendJson;
  readonly now: () => number;
}

/** Bytes: a long conversation with all that comes along. */
const BODY_LIMIT = '2mb';
const MAX_QUESTION = 4_000;
const MINUTE_MS = 60_000;

/** Omi sends JSON whatever it calls it, and compressed or not as its library likes. */
export const readOmiBody: RequestHandler = express.json({ limit: BODY_LIMIT, strict: true, type: () => true });

/**
 * `POST /webhook/omi`: 200 with `{}` once Temporal has accepted what was said. Nothing is answered here: whoever answers
 * in the reply answers once per delivery.
 */
export function hearOmi({ wearers, sendJson }: Deps): RequestHandler {
  const hear = gatherSpeech(wearers);
  return async (req, res) => {
    const delivery = readDelivery(req.body, { ...req.query });
    if (delivery.kind === 'speech') await hear(delivery.uid, delivery.segments);
    if (delivery.kind === 'conversation') await wearers.hearConversation(delivery.uid, delivery.conversation);
    sendJson(res, 200, {});
  };
}

/** `GET /webhook/omi`: Omi asks before a wearer may switch the app on. */
export function checkOmiSetup({ sendJson }: Deps): RequestHandler {
  return (_req, res) => sendJson(res, 200, { is_setup_completed: true });
}

/** `POST /webhook/omi-ask`: the chat tool. Answers at once; what is found comes as a notification. */
export function askFromOmi({ config, identity, wearers, sendJson, now }: Deps): RequestHandler {
  return async (req, res) => {
    const fields = (typeof req.body === 'object' && req.body !== null ? req.body : {}) as Record<string, unknown>;
    const question = typeof fields['question'] === 'string' ? fields['question'].trim() : '';
    if (question === '' || question.length > MAX_QUESTION)
      throw new ProblemError('invalid_request', {
        errors: [{ field: 'question', message: `must be a text of 1 to ${MAX_QUESTION} characters` }],
      });
    const uid = uidOf(fields, { ...req.query });
    // A tool call has no key of its own: the same words within a minute are the same call.
    const key = `omi-tool\n${uid}\n${question.toLowerCase()}\n${Math.floor(now() / MINUTE_MS)}`;
    const runId = runIdForKey(identity.installationSecret, 'omi', key);
    await wearers.ask(uid, { question, kind: 'question', runId });
    sendJson(res, 200, { result: startedText(config.omi, runId), run_id: runId });
  };
}

function startedText({ appId, apiKey, publicUrl }: Config['omi'], runId: string): string {
  const link = publicUrl === undefined ? '' : ` It can be watched at ${new URL(`/runs/${runId}`, publicUrl).href}.`;
  const told = appId === undefined || apiKey === undefined ? '' : ' I will notify you when the answer is there.';
  return `I have started to look that up.${told}${link}`;
}

/**
 * `GET /.well-known/omi-tools.json`: the tool's description. With `?token=` and the webhook's secret, as it is given to
 * Omi, it holds the address with the tool's own token.
 */
export function omiTools({ config, sendJson }: Deps): RequestHandler {
  return (req, res) => {
    const { token } = req.query;
    const { webhookSecret } = config.omi;
    const isOwner = typeof token === 'string' && webhookSecret !== undefined && equalSecrets(token, webhookSecret);
    const given = isOwner ? `/${toolTokenOf(webhookSecret)}` : '';
    sendJson(res, 200, {
      tools: [
        {
          name: 'ask_the_web',
          description:
            'Looks something up on the web and answers with checked sources. Use it when the user wants to know a fact that can be found on the web. The answer comes as a notification within a minute or so.',
          endpoint: `${originOf(req, config)}/webhook/omi-ask${given}`,
          method: 'POST',
          parameters: {
            properties: { question: { type: 'string', description: 'The whole question, in the words of the user' } },
            required: ['question'],
          },
          auth_required: false,
          status_message: 'Looking it up on the web …',
        },
      ],
    });
  };
}

const originOf = (req: Request, { omi }: Pick<Config, 'omi'>): string =>
  omi.publicUrl === undefined ? `${req.protocol}://${req.headers.host ?? ''}` : new URL(omi.publicUrl).origin;
