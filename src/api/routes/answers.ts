/** `POST /runs/{id}/resume` and `/key`: a person's answer to what a run asks. */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { AnswerRefusedError } from '../../contracts/errors.js';
import type { PendingInput, Secret, SupplyInput } from '../../contracts/gates.js';
import { KeyRequestSchema, ResumeSchema, type Resume } from '../../contracts/schemas/gates.js';
import { sealSecret } from '../../sealing/seal.js';
import { requireSafeChannel } from '../access/safe-channel.js';
import type { ApiDeps } from '../deps.js';
import { invalidRequest, ProblemError } from '../problems.js';
import type { SendJson } from '../replies.js';
import { runIdParameter } from './runs.js';
import { linksOf } from './trigger.js';

type Deps = Pick<ApiDeps, 'runs'> & { readonly sendJson: SendJson };
type Answer = SupplyInput & { readonly answer_id: string };

/** @throws ProblemError naming each field that is wrong, never what stood in it */
function parseResume(body: unknown): Resume {
  const parsed = ResumeSchema.safeParse(body ?? {});
  if (!parsed.success) throw invalidRequest(parsed.error);
  return parsed.data;
}

/** Sealed or not, a password or code is not taken where somebody could listen. */
function checkChannel(req: Request, res: Response, { password, code, sealed, private: hidden }: Resume): void {
  if (password !== undefined || code !== undefined || sealed !== undefined || hidden === true)
    requireSafeChannel(req, res, () => undefined);
}

const needsSealing = ({ password, code, private: hidden, sealed }: Resume): boolean =>
  sealed === undefined && (password !== undefined || code !== undefined || hidden === true);

/** What is sealed for a gate of each kind; the last one has to be there. Once sealed, nobody but the page itself can tell. */
const SEALED_FIELDS: Readonly<Record<string, readonly (keyof Secret)[]>> = {
  email: ['email'],
  login: ['email', 'password'],
  code: ['code'],
};

/** A wrong field is refused while it can be seen, and leaves the gate open. @throws ProblemError */
function checkSecret(gate: PendingInput | null, gateId: string, secret: Secret): void {
  const allowed = gate?.gate_id === gateId ? SEALED_FIELDS[gate.kind] : undefined;
  const needed = allowed?.at(-1);
  if (gate === null || allowed === undefined || needed === undefined) return;
  const given = Object.keys(secret) as (keyof Secret)[];
  if (given.includes(needed) && given.every((name) => allowed.includes(name))) return;
  throw new ProblemError('answer_invalid', {
    detail: `This gate (${gate.kind}) takes ${allowed.join(' and ')}; given: ${given.join(', ') || 'nothing'}.`,
  });
}

/** Plain callers are spared the sealing: it is done here, before anything leaves this process. */
async function seal({ runs }: Deps, runId: string, body: Resume, answer_id: string): Promise<Answer> {
  const { gate_id, email, password, code, private: hidden, approve, choice, values } = body;
  if (gate_id === undefined) throw new ProblemError('answer_invalid', { detail: 'Name the gate: gate_id.' });
  if (approve !== undefined || choice !== undefined || values !== undefined)
    throw new ProblemError('answer_invalid', { detail: 'A password, code or private email stands alone.' });
  try {
    const secret = { ...(email && { email }), ...(password && { password }), ...(code && { code }) };
    checkSecret((await runs.view(runId)).pending_input, gate_id, secret);
    const key = await runs.offerKey(runId, gate_id);
    const sealed = await sealSecret(key, secret);
    return { gate_id, answer_id, sealed, ...(hidden === true ? { private: true } : {}) };
  } catch (error) {
    // Sent again after it was taken: the run knows the answer by its id, so there is nothing to seal.
    if (error instanceof AnswerRefusedError && error.code === 'gate_answered') return { gate_id, answer_id };
    throw error;
  }
}

function openAnswer({ password: _password, code: _code, ...open }: Resume, answer_id: string): Answer {
  const given = Object.entries({ ...open, answer_id }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as Answer;
}

/** 202 once the run has the answer, or (`unconfirmed`) Temporal keeps it for a worker that is away. */
export function resumeRun(deps: Deps): RequestHandler {
  return async (req, res) => {
    const runId = runIdParameter(req);
    const body = parseResume(req.body);
    checkChannel(req, res, body);
    const answerId = body.answer_id ?? randomBytes(12).toString('base64url');
    const answer = needsSealing(body) ? await seal(deps, runId, body, answerId) : openAnswer(body, answerId);
    const { outcome } = await deps.runs.answer(runId, answer);
    const { self, events } = linksOf(runId);
    const links = { self, events };
    deps.sendJson(res, 202, { run_id: runId, accepted: 'resume', answer_id: answerId, outcome, links });
  };
}

/** A one-time key, so that a password need not leave its sender in any other form. */
export function offerKey({ runs, sendJson }: Deps): RequestHandler {
  return async (req, res) => {
    const runId = runIdParameter(req);
    const parsed = KeyRequestSchema.safeParse(req.body ?? {});
    if (!parsed.success) throw invalidRequest(parsed.error);
    requireSafeChannel(req, res, () => undefined);
    sendJson(res, 200, await runs.offerKey(runId, parsed.data.gate_id));
  };
}
