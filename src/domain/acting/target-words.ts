/** Words by which models and pages name the same things differently. */
import { fold } from '../fold.js';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).map(fold));

/** They point at a thing and do not name it. */
export const POINTING_WORDS = list(
  `the a an this that these of on in at to for with and or by from my your our it its is are be now then next first here there which
  button buttons link links icon tab element control option entry field box input textbox textfield area checkbox dropdown menu item
  click press tap hit choose labelled labeled called named marked saying says text blue green red white black grey gray orange big
  small large main primary top bottom left right upper lower center centre below above beside under inside near page form section
  der die das den dem ein eine einen auf im in zu mit knopf schaltfläche taste feld le la les un une bouton lien champ el los las una
  botón boton enlace campo il lo gli pulsante link o os botão botao de het een knop veld`,
);

const group = (text: string): readonly string[] => text.split('|').map((phrase) => fold(phrase.trim()));

/** Each line is one meaning; phrases of several words are found, too. */
const MEANINGS: readonly (readonly string[])[] = [
  'subscribe|sign up|signup|sign me up|join|register|enrol|enroll|opt in|create account|create an account|abonnieren|registrieren|eintragen|s abonner|s inscrire|suscribirse|registrarse|iscriviti|inscrever|aanmelden|zapisz',
  'newsletter|mailing list|letter|bulletin|updates|digest|weekly mail|rundbrief|infolettre|boletin|nieuwsbrief',
  'continue|next|proceed|go on|carry on|keep going|forward|weiter|fortfahren|continuer|suivant|continuar|siguiente|avanti|verder|dalej',
  'submit|send|go|done|finish|apply|confirm|ok|okay|absenden|senden|bestatigen|envoyer|valider|enviar|confirmar|invia|conferma|verzenden|wyslij',
  'login|log in|sign in|signin|log on|anmelden|einloggen|se connecter|connexion|iniciar sesion|entrar|accedi|inloggen|zaloguj',
  'logout|log out|sign out|signout|log off|abmelden|ausloggen|se deconnecter|cerrar sesion|esci|uitloggen',
  'email|e mail|mail|email address|mail address|courriel|correo|posta',
  'search|find|look up|magnifier|magnifying glass|lookup|suchen|suche|rechercher|buscar|cerca|zoeken|szukaj',
  'close|dismiss|hide|x|cross|exit|schliessen|fermer|cerrar|chiudi|sluiten|zamknij',
  'cancel|abort|no thanks|not now|abbrechen|annuler|cancelar|annulla|annuleren',
  'accept|agree|allow|consent|got it|understood|akzeptieren|zustimmen|accepter|aceptar|accetta|accepteren',
  'reject|decline|refuse|deny|ablehnen|refuser|rechazar|rifiuta|weigeren',
  'cart|basket|bag|trolley|warenkorb|panier|carrito|carrello|winkelwagen',
  'add|put|insert|hinzufugen|ajouter|anadir|aggiungi|toevoegen',
  'remove|delete|erase|discard|loschen|entfernen|supprimer|eliminar|rimuovi|verwijderen',
  'read|reading|unlock|rest|whole|full|article|story|lesen|lire|leer|leggi|lezen',
  'download|save|export|herunterladen|telecharger|descargar|scarica',
  'upload|attach|choose file|browse|hochladen|televerser|subir|carica',
  'settings|preferences|options|configuration|gear|cog|einstellungen|parametres|ajustes|impostazioni|instellingen',
  'profile|account|user|avatar|me|konto|profil|compte|cuenta|perfil|profilo',
  'menu|hamburger|navigation|three lines|menue',
  'home|start page|front page|homepage|logo|startseite|accueil|inicio',
  'edit|change|modify|pencil|bearbeiten|andern|modifier|editar|modifica',
  'name|first name|full name|vorname|nachname|nom|prenom|nombre|nome',
  'password|passcode|passphrase|passwort|mot de passe|contrasena|wachtwoord',
  'phone|telephone|mobile|number|telefon|telefono|portable',
  'show|view|see|display|details|more|anzeigen|mehr|afficher|voir|ver|mostrar|mostra|toon',
  'buy|purchase|order|pay|checkout|kaufen|bestellen|acheter|commander|comprar|acquista|kopen',
  'expand|unfold|open|aufklappen|ouvrir|abrir|apri|openen',
  'previous|back|return|zuruck|precedent|retour|volver|anterior|indietro|terug',
].map(group);

const BY_PHRASE = new Map(MEANINGS.flatMap((phrases, at) => phrases.map((phrase) => [phrase, `#${at}`] as const)));
const LONGEST = Math.max(...[...BY_PHRASE.keys()].map((phrase) => phrase.split(' ').length));

/** English and Romance endings that part "reading" from "read"; rough, as both sides go through it. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/u, '') : word);

/** The meanings of words in order: known phrases by their number, other words by their stem; words that point are left out. */
export function meaningsOf(words: readonly string[]): string[] {
  const meanings: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = lengthAt(words, at);
    const phrase = words.slice(at, at + length).join(' ');
    const word = words[at] ?? '';
    if (length > 0) meanings.push(BY_PHRASE.get(phrase) ?? phrase);
    else if (!POINTING_WORDS.has(word)) meanings.push(BY_PHRASE.get(stem(word)) ?? stem(word));
    at += Math.max(1, length);
  }
  return meanings;
}

function lengthAt(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1)
    if (BY_PHRASE.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

export interface FieldPurpose {
  readonly purpose: string;
  /** words of types, names, autocomplete values and labels of such a field */
  readonly marks: ReadonlySet<string>;
}

const purpose = (name: string, marks: string): FieldPurpose => ({ purpose: name, marks: list(marks) });
/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill, and how labels say it */
export const FIELD_PURPOSES: readonly FieldPurpose[] = [
  purpose('email', 'email mail emailaddress correo courriel posta почта メール 邮箱 이메일'),
  purpose(
    'password',
    'password passwort passcode contraseña wachtwoord hasło lösenord пароль パスワード 密码 비밀번호',
  ),
  purpose(
    'name',
    'name fullname firstname vorname nachname nom prénom nombre nome naam imię surname lastname family given имя 名前 姓名 이름',
  ),
  purpose('search', 'search query q suche suchbegriff recherche buscar cerca zoeken поиск 検索 搜索 검색'),
  purpose('phone', 'phone tel telephone mobile telefon teléfono telefono telefoon телефон 電話 电话 전화'),
  purpose('address', 'address street adresse straße strasse dirección indirizzo adres endereço адрес 住所 地址 주소'),
  purpose('city', 'city town ort stadt ville ciudad città cidade plaats город 市'),
  purpose('postcode', 'postcode zip zipcode postal plz cap индекс 郵便番号 邮编'),
  purpose('country', 'country land pays país paese страна 国'),
  purpose(
    'message',
    'message comment text nachricht commentaire mensaje messaggio bericht сообщение メッセージ 留言 메시지',
  ),
  purpose('date', 'date datum fecha data дата 日付 日期'),
  purpose(
    'quantity',
    'quantity qty amount count anzahl menge quantité cantidad quantità quantidade aantal количество 数量',
  ),
  purpose('username', 'username user login benutzername utilisateur usuario utente gebruikersnaam логин'),
  purpose('code', 'code otp token pin verification'),
];
