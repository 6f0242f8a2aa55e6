/**
 * The payment guard: no act of a run pays, orders or commits money. Deterministic and independent of any model; asked before
 * every act that may set something off (click, Enter, Space, submit, the answer to a dialog, replay, sign-in).
 */
import type { ActEvidence } from './evidence.js';
import {
  apiLayer,
  decisionLayer,
  formLayer,
  frameLayer,
  labelLayer,
  networkLayer,
  PAYMENT_LAYERS,
  verbLayer,
  type LayerRule,
  type PaymentLayer,
} from './payment-layers.js';

export interface PaymentVerdict {
  readonly allowed: boolean;
  /** the first layer that objected with the most certainty */
  readonly layer: PaymentLayer | null;
  /** a plain sentence for the audit trail */
  readonly reason: string | null;
  /** certain: it pays or orders; nobody is asked. possible: it only opens a checkout, books, or may charge later */
  readonly strength: 'certain' | 'possible' | null;
}

const RULES: Readonly<Record<PaymentLayer, LayerRule>> = {
  label: labelLayer,
  decision: decisionLayer,
  form: formLayer,
  frame: frameLayer,
  network: networkLayer,
  api: apiLayer,
  verb: verbLayer,
};

const ALLOWED: PaymentVerdict = { allowed: true, layer: null, reason: null, strength: null };

/**
 * May this act be done, as far as money is concerned?
 * @param layers those that are asked; all of them but in tests of one
 */
export function checkPayment(evidence: ActEvidence, layers: readonly PaymentLayer[] = PAYMENT_LAYERS): PaymentVerdict {
  const findings = layers.flatMap((layer) => {
    const finding = RULES[layer](evidence);
    return finding ? [{ allowed: false, layer, ...finding }] : [];
  });
  return findings.find(({ strength }) => strength === 'certain') ?? findings[0] ?? ALLOWED;
}
