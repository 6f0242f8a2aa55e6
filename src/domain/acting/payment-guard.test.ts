import { describe, expect, it } from '@jest/globals';
import { evidenceOf, type KnownEvidence } from './evidence.js';
import { isPaymentHost, refusesPaymentHost } from './payment-hosts.js';
import { checkPayment } from './payment-guard.js';
import { isCardField, PAYMENT_LAYERS, type PaymentLayer } from './payment-layers.js';

const button = (label: string, more: KnownEvidence['element'] = {}): KnownEvidence['element'] => ({
  tag: 'button',
  role: 'button',
  label,
  text: label,
  ...more,
});
const field = (name: string, more = {}) => ({ type: 'text', name, autocomplete: '', label: '', ...more });
const SIGN_UP: KnownEvidence['form'] = {
  texts: ['The Friday letter', 'Email address', 'First name (optional)'],
  buttons: ['Sign up'],
  fields: [field('email', { type: 'email', autocomplete: 'email' }), field('name')],
  action: 'https://magazine.example/newsletter',
  method: 'post',
};

/** What each layer sees that no other need see. */
const PAYMENTS: Readonly<Record<PaymentLayer, readonly KnownEvidence[]>> = {
  label: [
    { element: button('Complete Purchase — $49/mo') },
    { element: button('', { aria: 'Jetzt kaufen' }) },
    { element: { tag: 'input', type: 'image', role: 'button', alt: 'Place order', submits: true } },
    { element: { tag: 'input', type: 'submit', role: 'button', value: 'Pagar', submits: true } },
    { element: button('', { icon: 'icon-pay-now' }) },
    { element: { tag: 'label', text: 'Send', passesTo: 'Confirm and pay', submits: true } },
    {
      act: { kind: 'press', key: 'Enter' },
      element: { tag: 'input', type: 'email' },
      form: { ...SIGN_UP, buttons: ['Pay now'] },
    },
    { act: { kind: 'press', key: ' ' }, element: button('Buy now') },
    { act: { kind: 'dialog' }, nearby: ['Place order?'] },
    { element: button('PayPal') },
  ],
  decision: [
    { element: button('→'), decision: { target: 'the "Complete Purchase" button' } },
    { element: button('→'), decision: { target: 'arrow', reason: 'Click the arrow to complete the purchase.' } },
    {
      element: button('→'),
      decision: { target: 'arrow', reason: 'I will now place the order, as the form is filled in.' },
    },
    { act: { kind: 'type' }, element: { tag: 'input', type: 'text' }, decision: { text: '4111 1111 1111 1111' } },
    { act: { kind: 'type' }, element: { tag: 'input' }, decision: { text: 'DE89 3704 0044 0532 0130 00' } },
  ],
  form: [
    {
      element: button('Continue', { submits: true }),
      form: { ...SIGN_UP, fields: [field('x', { autocomplete: 'cc-number' })] },
    },
    { element: button('', { submits: true }), form: { ...SIGN_UP, fields: [field('cardNumber')] } },
    {
      element: button('Weiter', { submits: true }),
      form: { ...SIGN_UP, fields: [field('f1', { label: 'Kartennummer' })] },
    },
    {
      act: { kind: 'press', key: 'Enter' },
      element: { tag: 'input', type: 'text' },
      form: { ...SIGN_UP, fields: [field('cvc')] },
    },
    {
      element: button('Continue', { submits: true }),
      form: { ...SIGN_UP, texts: ['Charged to the card on file, Visa ending in 4242.'] },
    },
    {
      element: button('Weiter', { submits: true }),
      form: { ...SIGN_UP, texts: ['Mit dem Klick bestellen Sie zahlungspflichtig.'] },
    },
    { element: button('Confirm', { submits: true }), amounts: ['Order total: $24.35'] },
    { element: button('確認', { submits: true }), amounts: ['合計 1,200円'] },
    { element: button(''), amounts: ['$49'], nearby: ['Complete your purchase'] },
    { act: { kind: 'type' }, element: { tag: 'input', name: 'iban', label: 'IBAN' } },
    { element: button('Continue'), page: { looseFields: [field('n', { label: 'Card number' })] } },
  ],
  frame: [
    { element: button('Continue'), frames: [{ host: 'js.stripe.com', visible: true, near: true }] },
    { element: button('Go', { submits: true }), form: { ...SIGN_UP, action: 'https://secure.payu.com/order' } },
    { element: { tag: 'a', role: 'link', text: 'here', href: 'https://www.paypal.com/donate' } },
    { element: button('Continue'), page: { url: 'https://checkout.stripe.com/c/pay/x' } },
  ],
  network: [
    {
      act: { kind: 'follow-link' },
      element: { tag: 'a', role: 'link', text: 'here', href: 'https://buy.stripe.com/abc' },
    },
    { element: button('Go', { submits: true }), form: { ...SIGN_UP, action: 'https://pay.example.adyen.com/' } },
  ],
  api: [{ element: button('Continue'), page: { paymentApi: true } }],
  verb: [
    { element: { tag: 'a', role: 'link', text: 'next', href: 'https://shop.example/checkout/confirm?cart=1' } },
    { element: { tag: 'a', role: 'link', text: 'next', href: 'https://shop.example/do?action=pay&confirm=1' } },
    {
      act: { kind: 'press', key: 'Enter' },
      element: { tag: 'input' },
      form: { ...SIGN_UP, action: 'https://magazine.example/pro/purchase' },
    },
    { element: { tag: 'a', role: 'link', text: 'x', href: 'https://shop.example/checkout' } },
  ],
};

const HARMLESS: readonly KnownEvidence[] = [
  {
    element: button('Sign up', { submits: true }),
    form: SIGN_UP,
    decision: { target: 'Sign up button', reason: 'To subscribe to the newsletter; I must not buy anything.' },
  },
  { act: { kind: 'press', key: 'Enter' }, element: { tag: 'input', type: 'email' }, form: SIGN_UP },
  {
    act: { kind: 'type' },
    element: { tag: 'input', type: 'email' },
    form: SIGN_UP,
    decision: { text: 'ada@example.com' },
  },
  { act: { kind: 'press', key: 'Tab' }, element: button('Pay now') },
  { act: { kind: 'scroll' }, element: button('Pay now') },
  { element: { tag: 'input', type: 'text', name: 'city' }, form: { ...SIGN_UP, fields: [field('cardNumber')] } },
  { element: button('Back'), form: { ...SIGN_UP, fields: [field('cardNumber')] } },
  { element: button('Add to basket'), amounts: ['$19.99'], nearby: ['Blue shirt'] },
  {
    element: button('Continue reading', { submits: true }),
    form: SIGN_UP,
    amounts: ['$49'],
    nearby: ['Complete Purchase — $49/mo'],
  },
  { element: button('Continue'), frames: [{ host: 'm.stripe.network', visible: false, near: false }] },
  { element: { tag: 'a', role: 'link', text: 'Order history', href: 'https://shop.example/account/order-history' } },
  { element: { tag: 'a', role: 'link', text: 'Payment methods', href: 'https://shop.example/help/payment-methods' } },
  {
    element: button('', { submits: true }),
    form: { ...SIGN_UP, fields: [field('q', { type: 'search' })] },
    amounts: ['Total: $12'],
  },
  {
    element: button('Search', { submits: true }),
    form: { ...SIGN_UP, fields: [field('gift-card-number', { label: 'Gift card number' })] },
  },
  { element: button('Close'), decision: { target: 'Close', reason: 'Close the banner without paying.' } },
];

describe('the payment guard', () => {
  it.each(PAYMENT_LAYERS)('stops a payment by its layer "%s" with all others switched off', (layer) => {
    for (const known of PAYMENTS[layer]) {
      const verdict = checkPayment(evidenceOf(known), [layer]);
      expect({ known, ...verdict }).toMatchObject({ allowed: false, layer });
      expect(verdict.reason).toEqual(expect.any(String));
    }
  });

  it('stops nothing by a layer that is switched off', () => {
    expect(checkPayment(evidenceOf({ element: button('Pay now') }), []).allowed).toBe(true);
  });

  it.each(HARMLESS.map((known) => [JSON.stringify(known).slice(0, 120), known] as const))('allows %s', (_, known) => {
    expect(checkPayment(evidenceOf(known))).toEqual({ allowed: true, layer: null, reason: null, strength: null });
  });

  it('names the layer that is certain before one that only suspects', () => {
    const known = {
      element: button('Proceed to checkout', { submits: true }),
      form: { ...SIGN_UP, fields: [field('cvc')] },
    };
    expect(checkPayment(evidenceOf(known))).toMatchObject({ layer: 'form', strength: 'certain' });
  });
});

describe('fields of cards and accounts', () => {
  it.each(['cc-number', 'section-a billing cc-csc'])('are known by autocomplete="%s"', (autocomplete) => {
    expect(isCardField(field('a', { autocomplete }))).toBe(true);
  });
  it.each(['Numéro de carte', 'Número de tarjeta', 'カード番号', 'Номер карты', 'Security code', 'Name on card'])(
    'are known by their label: %s',
    (label) => {
      expect(isCardField(field('a', { label }))).toBe(true);
    },
  );
  it.each(['Library card number', 'Gift card code', 'Email', 'Postcard text', 'Order number'])(
    'are not %s',
    (label) => {
      expect(isCardField(field('a', { label }))).toBe(false);
    },
  );
});

describe('hosts of payments', () => {
  it.each(['paypal.com', 'www.paypal.com', 'CHECKOUT.stripe.com.', 'test.adyen.com', 'js.stripe.com'])(
    '%s is one',
    (host) => {
      expect(isPaymentHost(host)).toBe(true);
    },
  );
  it.each(['example.com', 'notpaypal.com', 'paypal.com.example.org', 'stripe.com'])('%s is none', (host) => {
    expect(isPaymentHost(host)).toBe(false);
  });
  it('are not connected to, except where the task is about the provider itself', () => {
    expect(refusesPaymentHost('api.stripe.com', 'shop.example')).toBe(true);
    expect(refusesPaymentHost('js.stripe.com', 'shop.example')).toBe(false);
    expect(refusesPaymentHost('www.paypal.com', 'paypal.com')).toBe(false);
    expect(refusesPaymentHost('cdn.shop.example', 'shop.example')).toBe(false);
  });
});
