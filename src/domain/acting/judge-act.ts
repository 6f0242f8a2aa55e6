/** The guards' one word on an act: asked right before it, whoever decided it. */
import type { ActEffect } from '../../contracts/acting.js';
import { labelsOf, type ActEvidence } from './evidence.js';
import { checkPayment } from './payment-guard.js';
import { effectInWords, effectOf, riskOf, sameEffect, type Effect, type RiskFinding } from './risk.js';

export type Judgement =
  | { readonly verdict: 'allowed' }
  | { readonly verdict: 'refused'; readonly layer: string; readonly reason: string }
  | { readonly verdict: 'needs_approval'; readonly effect: ActEffect; readonly asks: string };

/**
 * @param values what the fields of the form hold now, by label; of secret ones only that they are filled
 * @param approved what a person approved before; it holds only while the effect is still that one
 */
export function judgeAct(
  evidence: ActEvidence,
  values: Readonly<Record<string, string>>,
  approved: ActEffect | null,
): Judgement {
  const payment = checkPayment(evidence);
  if (payment.strength === 'certain')
    return {
      verdict: 'refused',
      layer: payment.layer ?? 'payment',
      reason: payment.reason ?? 'it looks like a payment',
    };
  const risk = payment.allowed ? riskOf(evidence) : commitmentOf(evidence);
  if (risk === null) return { verdict: 'allowed' };
  const effect = effectOf(evidence, risk, values);
  if (approved !== null && sameEffect(approved as Effect, effect)) return { verdict: 'allowed' };
  return { verdict: 'needs_approval', effect, asks: effectInWords(effect) };
}

/** It pays nothing yet, but may lead to it (a checkout, a booking, a trial): a person says whether to go on. */
const commitmentOf = ({ element, decision }: ActEvidence): RiskFinding => ({
  risk: 'commit',
  label: (element && labelsOf(element)[0]) ?? decision.target,
});
