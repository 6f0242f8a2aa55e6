/** Hosts that take payments. Own list, from the providers' own documentation; a suffix covers the names below it. */

// Where a card is taken or a payment confirmed, and nothing else is done that a page could need.
const CONFIRMING = (
  'api.stripe.com checkout.stripe.com buy.stripe.com hooks.stripe.com pay.stripe.com invoice.stripe.com ' +
  'donate.stripe.com link.com paypal.com paypal.me braintreegateway.com braintree-api.com adyen.com ' +
  'adyenpayments.com connect.squareup.com checkout.square.site square.link pci-connect.squareup.com pay.klarna.com ' +
  'payments.klarna.com klarnaservices.com checkout.com worldpay.com mollie.com razorpay.com rzp.io ' +
  'checkout.paddle.com buy.paddle.com payments.google.com pay.google.com apple-pay-gateway.apple.com ' +
  'payments-amazon.com pay.amazon.com afterpay.com clearpay.co.uk clearpay.com affirm.com recurly.com chargebee.com ' +
  'paystack.co paystack.com flutterwave.com mercadopago.com mercadopago.com.br mercadopago.com.ar ' +
  'mercadopago.com.mx payu.com payu.in payu.pl secure.payu.com iyzipay.com iyzico.com yookassa.ru yoomoney.ru ' +
  'money.yandex.ru robokassa.ru cloudpayments.ru alipay.com wechatpay.com pay.weixin.qq.com shop.app ' +
  'pay.shopify.com checkout.shopify.com shopifycs.com sezzle.com bolt.com przelewy24.pl tpay.com dotpay.pl ' +
  'sofort.com giropay.de paydirekt.de ideal.nl multisafepay.com sisow.nl buckaroo.nl pay.nl icepay.com ' +
  'gocardless.com sumup.com izettle.com trustly.com trustly.net bambora.com nets.eu dibspayment.eu quickpay.net ' +
  'vipps.no swish.nu mobilepay.dk saferpay.com datatrans.com datatrans.biz wallee.com payrexx.com postfinance.ch ' +
  'twint.ch redsys.es sermepa.es bizum.es sipay.es pagseguro.uol.com.br pagseguro.com pagar.me cielo.com.br ' +
  'ebanx.com picpay.com conekta.com openpay.mx kushki.com wompi.co epayco.co transbank.cl webpay.cl culqi.com ' +
  'dlocal.com paytm.in paytm.com phonepe.com instamojo.com ccavenue.com billdesk.com cashfree.com midtrans.com ' +
  'xendit.co doku.com ipay88.com molpay.com omise.co 2c2p.com gbprimepay.com vnpay.vn momo.vn zalopay.vn onepay.vn ' +
  'pay.jp gmo-pg.com mul-pay.jp veritrans.co.jp paypay.ne.jp pay.line.me sbpayment.jp inicis.com kcp.co.kr ' +
  'tosspayments.com toss.im kakaopay.com pay.naver.com nicepay.co.kr iamport.kr portone.io payco.com ecpay.com.tw ' +
  'newebpay.com jkopay.com unionpay.com 95516.com lianlianpay.com payoneer.com airwallex.com tap.company ' +
  'payfort.com paytabs.com moyasar.com hyperpay.com tabby.ai tamara.co fawry.com paymob.com payfast.co.za ' +
  'peachpayments.com yoco.com interswitchng.com cellulant.io dpopay.com pesapal.com payme.io meshulam.co.il ' +
  'tranzila.com cardcom.solutions pelecard.biz isracard.co.il cal-online.co.il liqpay.ua wayforpay.com fondy.eu ' +
  'portmone.com.ua monobank.ua privat24.ua barion.com simplepay.hu otpsimple.com netopia-payments.com mobilpay.ro ' +
  'euplatesc.ro gopay.com comgate.cz thepay.cz besteron.sk trustpay.eu vivapayments.com viva.com everypay.gr ' +
  'mypos.com epay.bg borica.bg corvuspay.com monri.com wspay.info paytrail.com checkout.fi verifone.com svea.com ' +
  'collector.se billmate.se resurs.com nexi.it satispay.com scalapay.com paylike.io payplug.com payzen.eu lyra.com ' +
  'sips-services.com paybox.com monetico-services.com hipay.com systempay.fr alma.eu getalma.eu helloasso.com ' +
  'lydia-app.com authorize.net cybersource.com globalpayments.com elavon.com convergepay.com moneris.com ' +
  'firstdata.com payeezy.com bluesnap.com 2checkout.com avangate.com fastspring.com digitalriver.com ' +
  'cleverbridge.com lemonsqueezy.com nmi.com heartlandportico.com spreedly.com venmo.com zellepay.com cash.app ' +
  'zip.co quadpay.com splitit.com laybuy.com humm.com eway.com.au securepay.com.au windcave.com paymentexpress.com ' +
  'bpoint.com.au opayo.co.uk opayo.eu.elavon.com sagepay.com securetrading.net truelayer.com wise.com ' +
  'commerce.coinbase.com bitpay.com coingate.com btcpayserver.org opennode.com moonpay.com transak.com ramp.network ' +
  'ko-fi.com buymeacoffee.com donorbox.org justgiving.com gofundme.com givebutter.com'
).split(' ');

// Scripts and frames of providers that pages load before anything is paid: seen in a form they make it a payment form.
const SHOWING = (
  'js.stripe.com m.stripe.network m.stripe.com paypalobjects.com js.squareup.com web.squarecdn.com squarecdn.com ' +
  'squareup.com js.klarna.com klarna.com klarnacdn.net cdn.paddle.com paddle.com x.klarnacdn.net ' +
  'js.braintreegateway.com checkoutshopper-live.adyen.com sdk.mercadopago.com applepay.cdn-apple.com ' +
  'static-eu.payments-amazon.com'
).split(' ');

const covers = (suffixes: readonly string[]) => {
  const known = new Set(suffixes);
  return (host: string): boolean => {
    const labels = host.toLowerCase().replace(/\.$/u, '').split('.');
    return labels.some((_, at) => known.has(labels.slice(at).join('.')));
  };
};
const confirms = covers(CONFIRMING);
const shows = covers(SHOWING);

/** A host that takes cards or shows a provider's payment form. */
export const isPaymentHost = (host: string): boolean => confirms(host) || shows(host);

/**
 * Layer 4, for the way out: may a run's browser connect here? Refused are the hosts at which payments are confirmed; what
 * only draws a form is let through, so that pages still load. No TLS needs to be read for it.
 * @param own registrable domain of the task: someone may ask about a provider's own pages, which then stay readable
 */
export const refusesPaymentHost = (host: string, own: string | null): boolean =>
  confirms(host) && !(own !== null && (host === own || host.endsWith(`.${own}`)));
