/**
 * The layers of the payment guard. Each judges alone, knows nothing of the others, and asks no model: any one stops the act.
 * Sources: the project's study of purchase guards (Chromium's commerce hints, autofill's field names, directive 2011/83/EU).
 */
import { secretValueKind } from '../secret-inputs.js';
import { fold } from '../fold.js';
import {
  isTextField,
  labelsOf,
  mayCommit,
  type ActEvidence,
  type FieldEvidence,
  type FrameEvidence,
} from './evidence.js';
import { isPaymentHost } from './payment-hosts.js';
import { judgeLabel, type LabelFinding } from './payment-label.js';
import { namesAmount } from './written-label.js';

export const PAYMENT_LAYERS = ['label', 'decision', 'form', 'frame', 'network', 'api', 'verb'] as const;
export type PaymentLayer = (typeof PAYMENT_LAYERS)[number];

export interface LayerFinding {
  readonly strength: LabelFinding['strength'];
  /** a plain sentence: what gives the payment away */
  readonly reason: string;
}
export type LayerRule = (evidence: ActEvidence) => LayerFinding | null;

const certain = (reason: string): LayerFinding => ({ strength: 'certain', reason });
const possible = (reason: string): LayerFinding => ({ strength: 'possible', reason });

const shown = (text: string): string => `"${text.replace(/\s+/gu, ' ').trim().slice(0, 80)}"`;

function strongestLabel(labels: readonly string[]): { label: string; finding: LabelFinding } | null {
  const found = labels.flatMap((label) => {
    const finding = judgeLabel(label);
    return finding ? [{ label, finding }] : [];
  });
  return found.find(({ finding }) => finding.strength === 'certain') ?? found[0] ?? null;
}

const WALLET =
  /^(?:(?:buy|pay|check ?out) with )?(?:apple|google|g|shop|amazon|samsung|link|paypal|klarna|alipay|wechat|afterpay|clearpay|venmo) ?(?:pay|checkout|express)?$/u;

/** Parts of class and sprite names that only say that it is an icon or a button. */
const ICON_PARTS =
  /(?<!\p{L})(?:icons?|ico?|btn|button|fas?|far|svg|bi|mdi|glyphicon|material|symbols?|sprite|img|cta|js)(?!\p{L})/giu;
const iconWords = (icon: string): string =>
  icon
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[-_#]+/gu, ' ')
    .replace(ICON_PARTS, ' ')
    .trim();

/** Layer 1: what the element is called, in all the ways in which it is. Enter presses a button of the form, whatever field it is pressed in. */
export const labelLayer: LayerRule = (evidence) => {
  const { element, form, act } = evidence;
  if (!mayCommit(evidence)) return null;
  const own = element && !isTextField(element) ? [...labelsOf(element), iconWords(element.icon)] : [];
  const pressed = act.kind === 'press' || (element?.submits ?? false) ? (form?.buttons ?? []) : [];
  const dialog = act.kind === 'dialog' ? evidence.nearby : [];
  const enters = element !== null && isTextField(element) ? pressed : [];
  const found = strongestLabel([...own, ...enters, ...dialog]);
  if (found) return { strength: found.finding.strength, reason: `${shown(found.label)} ${saysOf(found.finding)}` };
  const wallet = own.find((label) => ['button', 'link'].includes(element?.role ?? '') && WALLET.test(fold(label)));
  return wallet === undefined ? null : possible(`${shown(wallet)} is the button of a wallet`);
};
const saysOf = ({ strength, language }: LabelFinding): string =>
  `${strength === 'certain' ? 'commits money or an order' : 'opens a checkout or may charge later'} (${language})`;

/** A denial before the word, as in "do not buy", in the sentence part that it stands in. */
const DENIED =
  /(?<!\p{L})(?:not|never|without|avoid\p{L}*|instead of|rather than|no|don t|doesn t|won t|nicht|kein\p{L}*|ohne|statt|sans|ne|pas|sin|senza|sem|non|nao|zonder|niet|geen|bez|nie|не|без)(?!\p{L})/u;
const CLAUSE =
  /[.,;:!?()\n]|\s[-–—]\s|(?<!\p{L})(?:and|so that|in order|which|that|because|but|und|damit|weil|aber|et|pour|parce que|mais|y|para|porque|pero)(?!\p{L})/giu;

/** Sentences, not labels: only their commands count ("… to complete the purchase"), and denials are heeded. */
function commandIn(text: string): string | null {
  for (const part of text.split(CLAUSE)) {
    const clause = fold(part)
      .replace(/[^\p{L}\p{M}\p{N}$€£¥%.]+/gu, ' ')
      .trim();
    if (clause === '' || DENIED.test(clause)) continue;
    const found = [clause, clause.replace(TO_FIRST_COMMAND, ''), clause.replace(TO_LAST_COMMAND, '')].find(
      (words) => words.split(' ').length <= MAX_COMMAND_WORDS && judgeLabel(words)?.strength === 'certain',
    );
    if (found !== undefined) return part.trim();
  }
  return null;
}
/** What leads up to a command: "I will now …", "in order to …". */
const LEADING = String.raw`(?<!\p{L})(?:to|will|must|should|now|i|we|zu|pour|para|per|om|att|for at)\s(?=\p{L})`;
const TO_FIRST_COMMAND = new RegExp(`^.*?${LEADING}`, 'u');
const TO_LAST_COMMAND = new RegExp(`^.*${LEADING}`, 'u');
/** More words than a command has: a description. */
const MAX_COMMAND_WORDS = 8;

/** The decision's own words: what it calls its target, why it wants it, and what it is about to type. */
export const decisionLayer: LayerRule = (evidence) => {
  const { target, reason, text } = evidence.decision;
  const secret = secretValueKind(text);
  if (secret !== null) return certain(`what is to be typed holds a ${secret}`);
  if (!mayCommit(evidence)) return null;
  const called = strongestLabel([target]);
  if (called) return { strength: called.finding.strength, reason: `its target is called ${shown(target)}` };
  const ordered = commandIn(reason);
  return ordered === null ? null : certain(`its stated reason is to pay or to order: ${shown(ordered)}`);
};

// Names and labels of card and account fields, after Chromium's and Firefox's autofill heuristics, written anew.
const CARD_FIELD =
  /card ?(?:number|no|num|holder|expir\w*|cvc|cvv|code)|cc ?(?:num\w*|number|name|exp\w*|csc|cvc|cvv|type)|credit ?card|debit ?card|pan(?:number)?$|^(?:cvc|cvv|csc|cvc2|cvv2|cid)$|security ?code|expir(?:y|ation) ?(?:date|month|year)?$|name ?on ?card|\biban\b|sort ?code|routing ?number|account ?number|kartennummer|kartenprufnummer|prufziffer|kreditkarte|karteninhaber|numero de (?:la )?(?:carte|tarjeta)|carte (?:bancaire|de credit)|cryptogramme|numero (?:da carta|do cartao|della carta)|numero di carta|tarjeta de credito|cartao de credito|kaartnummer|kortnummer|kortinnehavare|numer karty|cislo karty|kartyaszam|numarul cardului|kart numarasi|номер карт|номер картк|αριθμος καρτας|カード番号|セキュリティコード|卡号|卡號|信用卡号|信用卡號|安全码|카드 ?번호|رقم البطاقه|מספר כרטיס|कार्ड नंबर|หมายเลขบัตร|so the(?: tin dung)?$|nomor kartu/u;
const NOT_A_CARD =
  /gift|loyalty|library|member|business|post ?card|id ?card|student|geschenk|kunden|cadeau|regalo|presente/u;

/** Is it a field for a payment card or a bank account? */
export function isCardField({ type, name, autocomplete, label }: FieldEvidence): boolean {
  if (/(?:^|\s)cc-/u.test(autocomplete)) return true;
  if (['checkbox', 'radio', 'submit', 'button'].includes(type)) return false;
  return [name, label].some((words) => {
    const folded = fold(words.replace(/([a-z])([A-Z])/gu, '$1 $2'))
      .replace(/[_\-[\].:]+/gu, ' ')
      .trim();
    return CARD_FIELD.test(folded) && !NOT_A_CARD.test(folded);
  });
}

/** Ways out of a payment form that set nothing off. A real submit button is none of them, whatever it is called. */
const HARMLESS =
  /^(?:back|cancel|close|edit|change|remove|delete|apply|apply coupon|apply code|show|hide|help|print|skip|reset|clear|search|previous|no thanks|not now|zuruck|abbrechen|schliessen|andern|bearbeiten|entfernen|retour|annuler|fermer|modifier|supprimer|volver|atras|cancelar|cerrar|cambiar|quitar|indietro|annulla|chiudi|modifica|voltar|fechar|terug|annuleren|sluiten|wstecz|anuluj|zpet|zrusit|tillbaka|avbryt|tilbage|annuller|tilbake|takaisin|peruuta|geri|iptal|inapoi|anuleaza|vissza|megse|назад|отмена|скасувати|πισω|ακυρωση|戻る|キャンセル|閉じる|返回|取消|关闭|關閉|뒤로|취소|닫기|رجوع|الغاء|חזור|ביטול|वापस|रद्द करें|ย้อนกลับ|ยกเลิก|quay lai|huy|kembali|batal)(?: .{0,24})?$/u;
const isWayOut = ({ element, act }: ActEvidence): boolean =>
  act.kind === 'click' &&
  element !== null &&
  !element.submits &&
  labelsOf(element).some((label) => HARMLESS.test(fold(label)));

const isSearch = ({ form }: ActEvidence): boolean =>
  form !== null && form.fields.length > 0 && form.fields.every(({ type }) => type === 'search' || type === 'hidden');

/** Small print that says that pressing the button owes money, whatever is written on it. */
const OWED =
  /(?:obligation|agree|agreement|consent|undertake) to pay|will be (?:charged|billed)|charged? (?:to )?(?:your|the) (?:card|account)|card on file|saved card|(?:visa|mastercard|amex|american express)\b.{0,30}\b(?:ending|\*{2,}|•{2,}|x{2,}|\.{3,}) ?(?:in |with )?\d{4}|renews? (?:automatically )?(?:at|for)|billed (?:monthly|annually|yearly)|zahlungspflichtig|kostenpflichtig|wird (?:ihrem konto|ihrer karte|ihre kreditkarte)? ?(?:belastet|abgebucht)|obligation de paiement|sera (?:debite|preleve)|obligacion de pago|se (?:cargara|cobrara)|obbligo di pagare|verra addebitat|obrigacao de pag|sera cobrad|betalingsverplicht|wordt (?:afgeschreven|in rekening)|obowiazkiem zaplaty|povinnosti platby|betalningsskyldig|betalingspligt|betalingsplikt|maksuvelvo|odeme yukumlulug|obligati[ae] de plata|fizetesi kotelezett|υποχρεωση πληρωμης|обязательством оплаты|будет списан|обов язком оплати/u;
/** What is due, with its amount. */
const TOTAL =
  /(?<!\p{L})(?:(?:order|grand|sub)? ?total|amount (?:due|to pay)|total due|you pay|to pay|due (?:today|now)|balance due|pay today|order summary|gesamt(?:summe|betrag|preis)?|zu zahlen|zahlbetrag|endbetrag|montant (?:total|du)|a payer|total a pagar|importe total|a pagar|totale|da pagare|totaal|te betalen|do zaplaty|razem|suma|celkem|k uhrade|totalt|att betala|i alt|at betale|a betale|yhteensa|maksettava|toplam|odenecek|total de plata|de plata|osszesen|fizetendo|συνολο|πληρωτεο|итого|к оплате|всього|до сплати)(?!\p{L})|合計|お支払い金額|ご請求額|总计|總計|合计|应付|應付|实付|합계|총 ?(?:결제)? ?금액|결제 ?금액|الاجمالي|المبلغ المستحق|סך הכל|סה כ|לתשלום|कुल|ยอดรวม|ยอดชำระ|tong cong|tong tien|total bayar/u;

const folded = (text: string): string => fold(text).replace(/[^\p{L}\p{M}\p{N}*•.]+/gu, ' ');

/** Labels that say what they do, and that it is no payment: a price nearby does not make them one. */
const NEUTRAL =
  /^(?:|ok|okay|yes|continue|next|proceed|submit|confirm|finish|done|complete|go|accept|agree|send|weiter|bestatigen|absenden|fertig|ja|continuer|suivant|valider|confirmer|envoyer|terminer|oui|continuar|siguiente|confirmar|enviar|aceptar|si|finalizar|avanti|continua|conferma|invia|procedi|avancar|seguinte|sim|verder|doorgaan|volgende|bevestigen|verzenden|dalej|potwierdz|wyslij|tak|pokracovat|dale|potvrdit|odeslat|ano|fortsatt|nasta|bekrafta|skicka|fortsaet|naeste|bekraeft|fortsett|neste|bekreft|jatka|seuraava|vahvista|devam|devam et|ileri|onayla|gonder|continua|inainte|trimite|tovabb|kuldes|megerosites|συνεχεια|επομενο|επιβεβαιωση|υποβολη|продолжить|далее|подтвердить|отправить|да|продовжити|далі|підтвердити|надіслати|次へ|進む|確定|確認|送信|はい|継続|下一步|继续|繼續|确认|確認|提交|是|다음|계속|확인|제출|예|متابعه|التالي|تاكيد|ارسال|نعم|המשך|הבא|אישור|שלח|כן|जारी रखें|आगे|पुष्टि करें|जमा करें|हाँ|ถัดไป|ดำเนินการต่อ|ยืนยัน|ส่ง|tiep tuc|tiep theo|xac nhan|gui|lanjut|lanjutkan|berikutnya|konfirmasi|kirim)$/u;
const isNeutral = ({ element, act }: ActEvidence): boolean => {
  if (element === null) return true;
  if (act.kind === 'press' && isTextField(element)) return true;
  const labels = labelsOf(element).map((label) => folded(label).trim());
  return labels.length === 0 || labels.every((label) => NEUTRAL.test(label) || !/\p{L}/u.test(label));
};

/** Layer 2: in a form for payments every control that may submit commits, also "Continue", an icon, Enter, or a label that passes its click on. */
export const formLayer: LayerRule = (evidence) => {
  const { element, form, act, page, amounts, nearby } = evidence;
  const own = element && {
    type: element.type,
    name: element.name,
    autocomplete: element.autocomplete,
    label: element.label,
  };
  if (act.kind === 'type' && own && isCardField(own))
    return certain(`${shown(own.label || own.name)} is a field of a payment card or account`);
  if (!mayCommit(evidence) || isWayOut(evidence) || isSearch(evidence)) return null;
  const card = [...(form?.fields ?? []), ...(form === null || form.fields.length === 0 ? page.looseFields : [])].find(
    isCardField,
  );
  if (card)
    return certain(
      `the form asks for a payment card or account (${shown(card.label || card.name || card.autocomplete)})`,
    );
  const owed = [...(form?.texts ?? []), ...(form === null ? nearby : [])].find((text) => OWED.test(folded(text)));
  if (owed !== undefined && (element === null || element.submits || act.kind === 'press' || isNeutral(evidence)))
    return certain(`the form says that it will be charged: ${shown(owed)}`);
  if (!isNeutral(evidence)) return null;
  const priced = [...amounts, ...nearby, ...(form?.texts ?? [])].filter(namesAmount);
  const total = priced.find((text) => TOTAL.test(folded(text)));
  if (total !== undefined) return certain(`what is due stands beside it: ${shown(total)}`);
  const buys =
    priced.length > 0 ? strongestLabel([...(form?.texts ?? []), ...nearby].filter((text) => text.length <= 80)) : null;
  return buys ? { strength: buys.finding.strength, reason: `the form is about a payment: ${shown(buys.label)}` } : null;
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
const isShownNear = ({ host, visible, near }: FrameEvidence): boolean => visible && near && isPaymentHost(host);

/** Layer 3: the frame of a payment provider in the form, a form or link that leads to one, or a page of one. */
export const frameLayer: LayerRule = (evidence) => {
  const { element, form, frames, page } = evidence;
  if (!mayCommit(evidence) || isWayOut(evidence)) return null;
  const frame = frames.find(isShownNear);
  if (frame) return certain(`a form of ${frame.host} is part of it`);
  const target = form && (element?.submits || evidence.act.kind === 'press') ? hostOf(form.action) : '';
  if (isPaymentHost(target)) return certain(`the form is sent to ${target}`);
  const link = element ? hostOf(element.href) : '';
  if (isPaymentHost(link) && link !== hostOf(page.url)) return possible(`it leads to ${link}, which takes payments`);
  const here = hostOf(page.url);
  return isPaymentHost(here) && (element === null || element.submits || isNeutral(evidence))
    ? certain(`the page is ${here}, which takes payments`)
    : null;
};

/** Layer 4, as seen from the page: the act would connect to a host that confirms payments. The way out refuses it again (payment-hosts). */
export const networkLayer: LayerRule = ({ act, element, form }) => {
  const url = act.kind === 'follow-link' ? (element?.href ?? '') : element?.submits ? (form?.action ?? '') : '';
  const host = hostOf(url);
  return isPaymentHost(host) ? certain(`it would connect to ${host}, which takes payments`) : null;
};

/** Layer 5: a page that has reached for the browser's own payment sheet. */
export const apiLayer: LayerRule = (evidence) =>
  evidence.page.paymentApi &&
  mayCommit(evidence) &&
  !isWayOut(evidence) &&
  (isNeutral(evidence) || (evidence.element?.submits ?? false))
    ? certain("the page uses the browser's payment sheet")
    : null;

// Words of an address by which something is paid or ordered, and words that make it a page about that.
const PAYS = new Set(
  'pay payment payments purchase purchases buy buynow checkout placeorder donate donation transfer order charge bid'.split(
    ' ',
  ),
);
const ENDS = new Set(
  'pay buy buynow purchase donate confirm confirmed place submit complete finish finalize finalise process execute authorize authorise capture charge now create do placeorder commit checkout'.split(
    ' ',
  ),
);
const ABOUT = new Set(
  'history status track tracking orders list help faq guide guides terms policy policies methods options info about news blog article articles docs api invoice invoices receipt receipts cancel refund return returns support compare search newsletter sort report settings'.split(
    ' ',
  ),
);

const addressWords = (part: string): string[] =>
  decodeURIComponentSafely(part)
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '');
function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What an address does about money, by its path and query. */
function paysByAddress(address: string): LayerFinding['strength'] | null {
  if (!URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  const words = [...addressWords(pathname.replace(/\.[a-z]{2,5}$/iu, '')), ...addressWords(search)];
  if (words.some((word) => ABOUT.has(word))) return null;
  const ending = words.filter((word) => ENDS.has(word));
  const paying = words.filter((word) => PAYS.has(word));
  if (paying.length === 0) return null;
  const last = addressWords(pathname).at(-1) ?? '';
  if (ending.some((word) => !paying.includes(word) || paying.length > 1)) return 'certain';
  return ['pay', 'purchase', 'buy', 'buynow', 'placeorder', 'donate', 'charge'].includes(last)
    ? 'certain'
    : last === 'checkout'
      ? 'possible'
      : null;
}

/** Layer 6: an address that pays by being opened (commit by GET), or that a form is sent to. */
export const verbLayer: LayerRule = (evidence) => {
  const { element, form, act } = evidence;
  if (!mayCommit(evidence)) return null;
  const sent = form && (element?.submits || act.kind === 'press') ? form.action : '';
  for (const address of [sent, element?.href ?? '']) {
    const strength = paysByAddress(address);
    if (strength)
      return {
        strength,
        reason: `its address pays or orders: ${shown(new URL(address).pathname + new URL(address).search)}`,
      };
  }
  return null;
};
