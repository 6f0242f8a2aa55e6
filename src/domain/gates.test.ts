import { describe, expect, it } from '@jest/globals';
import { decideGate, gateInText, type GateEvidence, type GateForm } from './gates.js';

/** What a reader would see, and the wall it is. Written for these tests; the shared table is scored by `npm run bench:gates`. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  login: [
    'To view this topic you need to be logged in with an existing account.',
    'Your session has expired. Please log in again to continue.',
    'This is a private community. Log in with your company account to proceed.',
    'Members only. Please sign in to access this area.',
    'This wiki page is visible to staff only. Sign on with your university ID.',
    'Nur registrierte Benutzer können diesen Beitrag lesen. Bitte einloggen.',
    'Sie sind nicht angemeldet. Bitte melden Sie sich an, um den Inhalt zu sehen.',
    'Zugriff nur für Mitarbeitende. Benutzerkennung Kennwort [Login]',
    'Identifiez-vous pour accéder à votre espace. Adresse Mot de passe',
    'Ce forum est privé : connectez-vous pour lire les messages.',
    'Debes iniciar sesión para ver este contenido.',
    'Zona privada. Introduzca su usuario y contraseña para acceder.',
    "È necessario effettuare l'accesso per leggere questo messaggio.",
    'Area riservata ai soci: inserisci nome utente e password.',
    'Você precisa estar logado para ver este tópico.',
    'Tem de iniciar sessão para aceder a esta área.',
    'U moet ingelogd zijn om deze pagina te bekijken.',
    'Musisz być zalogowany, aby wyświetlić ten wątek.',
    'Pro zobrazení této stránky se musíte přihlásit.',
    'Pre zobrazenie obsahu sa prosím prihláste.',
    'A tartalom megtekintéséhez jelentkezzen be.',
    'Trebuie să vă autentificați pentru a vedea această pagină.',
    'За да видите тази страница, трябва да влезете в профила си.',
    'Πρέπει να συνδεθείτε για να δείτε αυτή τη σελίδα.',
    'Morate biti prijavljeni da biste vidjeli ovaj sadržaj.',
    'Za ogled te strani se morate prijaviti.',
    'Bu içeriği görmek için giriş yapmalısınız.',
    'Щоб переглянути цю сторінку, увійдіть у свій обліковий запис.',
    'Чтобы увидеть этот раздел форума, авторизуйтесь.',
    'Du skal være logget ind for at se denne side.',
    'Du må være logget inn for å se dette innholdet.',
    'Sinun täytyy kirjautua sisään nähdäksesi tämän sivun.',
    'Tyvärr, du behöver vara inloggad för att kunna läsa tråden.',
    'この先は会員専用ページです。ログインしてください。',
    '您还没有登录，请先登录再访问此页面。',
    '您需要登入才能檢視此頁面。帳號 密碼',
    '이 게시판은 회원만 볼 수 있습니다. 로그인해 주세요.',
    'يرجى تسجيل الدخول للوصول إلى هذا المحتوى.',
    'عليك تسجيل الدخول أولاً لمشاهدة هذا القسم.',
    'עליך להתחבר כדי לצפות בדף זה. שם משתמש סיסמה',
    'برای دیدن این صفحه باید وارد شوید. نام کاربری رمز عبور',
    'इस पृष्ठ को देखने के लिए लॉग इन करें।',
    'এই পৃষ্ঠাটি দেখতে লগ ইন করুন।',
    'Silakan masuk untuk melihat halaman ini.',
    'Vui lòng đăng nhập để xem nội dung này.',
    'กรุณาเข้าสู่ระบบเพื่อดูเนื้อหานี้',
    "Heu d'iniciar sessió per veure aquesta pàgina.",
    'Norėdami matyti šį turinį, turite prisijungti.',
    'Selle lehe nägemiseks peate sisse logima.',
    'Lai skatītu šo lapu, jums ir jāpieslēdzas.',
    'Create a free account to keep reading. You will choose a password in the next step.',
    'This gallery is password protected. Enter the password to view it.',
  ],
  email: [
    'Enter your e-mail address and we will unlock the rest of the article at no charge.',
    'Get the full report: just leave your work email.',
    'Almost there. To download the white paper, tell us your email address.',
    'Lesen Sie kostenlos weiter: Es genügt Ihre E-Mail-Adresse.',
    'Den ganzen Text gibt es gratis, wenn Sie Ihre Mailadresse hinterlassen.',
    "Laissez votre e-mail pour débloquer la suite de cet article, c'est gratuit.",
    'Deja tu correo electrónico y sigue leyendo sin pagar.',
    "Per leggere il resto dell'articolo basta la tua mail.",
    'Informe seu e-mail para continuar lendo de graça.',
    'Lees gratis verder met alleen je e-mailadres.',
    'Fyll i din e-post för att läsa hela artikeln gratis.',
    'Indtast din e-mail for at læse videre gratis.',
    'Skriv inn e-postadressen din for å lese resten av saken gratis.',
    'Anna sähköpostiosoitteesi, niin voit lukea koko artikkelin ilmaiseksi.',
    'Zadejte svůj e-mail a čtěte dál zdarma.',
    'Adja meg az e-mail-címét, és olvassa tovább ingyen.',
    'Introduceți adresa de e-mail pentru a citi mai departe gratuit.',
    'Okumaya ücretsiz devam etmek için e-posta adresinizi girin.',
    'Введіть електронну пошту, щоб читати далі безкоштовно.',
    'Δώστε το email σας για να συνεχίσετε την ανάγνωση δωρεάν.',
    '記事の続きは、メールアドレスを登録すると無料でお読みいただけます。',
    '留下邮箱,免费继续阅读剩余内容。',
    '이메일만 입력하면 나머지 기사를 무료로 읽을 수 있어요.',
    'أدخل بريدك الإلكتروني لمتابعة القراءة مجاناً.',
    'Nhập email của bạn để đọc tiếp miễn phí.',
    'Masukkan alamat email Anda untuk lanjut membaca gratis.',
  ],
  paywall: [
    'The rest of this story is reserved for our paying readers. Join from 3 euros a month.',
    'You have read your five free articles this month. Subscribe to keep reading.',
    'Already 70% of the piece is behind you. Become a subscriber to read the remaining 30%.',
    'Premium article. Unlock it with a digital subscription.',
    'Purchase access to this paper: 24 hours, 30 dollars.',
    'Weiterlesen mit dem Digital-Abo. Die ersten vier Wochen für 1 Euro.',
    'Diese Geschichte lesen nur zahlende Leser. Abo abschließen',
    'Einzelartikel kaufen für 2,49 Euro oder Abo wählen und alles lesen.',
    'Il vous reste 60 % de cet article à découvrir. La suite est réservée aux abonnés.',
    'Achetez cet article 2 € ou abonnez-vous pour tout lire.',
    'Este artículo es solo para suscriptores. Hazte premium desde 1 €.',
    'Para continuar a ler, torne-se assinante. 1 euro por semana.',
    "Per continuare a leggere attiva l'abbonamento a 1 euro al mese.",
    'Exclusief voor abonnees: lees het hele verhaal vanaf 1,50 euro per week.',
    'Artykuł dostępny tylko dla subskrybentów. Kup dostęp.',
    'Tento článek je pouze pro předplatitele. Předplaťte si od 99 Kč měsíčně.',
    'A cikk folytatását csak előfizetőink olvashatják. Havi 1990 Ft.',
    'Acest articol este disponibil doar abonaților. Abonează-te cu 15 lei pe lună.',
    'Vain tilaajille. Lue koko juttu tilaamalla, 9,90 euroa kuussa.',
    'Denne saken er kun for abonnenter. Kjøp tilgang for 49 kroner.',
    'Bu haberin devamı yalnızca abonelere açık. Aylık 49 TL.',
    'Ця стаття доступна лише передплатникам. Оформіть передплату за 99 грн на місяць.',
    'Продолжение доступно только подписчикам. Подписка 199 ₽ в месяц.',
    'Το άρθρο είναι διαθέσιμο μόνο σε συνδρομητές. 5 ευρώ τον μήνα.',
    'この続きは有料プランに登録するとお読みいただけます。月額550円。',
    '以下内容为付费会员专享，开通会员后继续阅读，每月30元。',
    '전문은 유료 회원에게만 제공됩니다. 이용권을 구매하세요.',
    'هذا المقال متاح للمشتركين فقط. اشترك مقابل 5 دولارات شهرياً.',
    'הכתבה המלאה פתוחה למנויים בלבד. 19.90 ש"ח לחודש.',
    'Bài viết này chỉ dành cho hội viên trả phí. 50.000 đồng mỗi tháng.',
    'यह लेख केवल सब्सक्राइबर के लिए है। 99 रुपये प्रति माह।',
  ],
  none: [
    'Sign in to your neighbourhood: the choir fair takes place on Sunday. Bring a chair and something to eat. The square is closed to cars from noon.',
    'Visitors sign in at the front desk. The archive reading room is open on weekdays from ten to four. Pencils only, no pens.',
    'Sign in | Sign up | Help. How to grow tomatoes on a balcony. Choose a pot of at least ten litres. Water in the morning and feed once a week.',
    'How password managers work. A password manager keeps all of your passwords in one encrypted vault. You only need to remember the master password.',
    'Why newspapers put up walls. More than half of the titles in the survey now ask readers to pay. Most of them let you read five articles a month for free.',
    'The survey found that 61 percent of readers leave when a page says "Subscribe to continue reading". Publishers were not surprised.',
    'Sign up for our newsletter to read more stories like this. Your email [Join]. The ferry to the islands leaves at eight and at four. In winter there is one crossing a day. Dogs travel free.',
    'Subscribe to our channel. This recipe takes forty minutes. Chop two onions and fry them until golden. Add the rice and stir.',
    'We use cookies. Accept all. The town hall is open from Monday to Thursday. Passports are issued within two weeks. Bring one photograph.',
    'Get our app for the best experience. The match ended two to one after extra time. The winning goal came from a corner in the 118th minute.',
    'Please verify that you are a human to continue.',
    'Are you over 18? Confirm your age to enter this site.',
    '503 Service unavailable. We are down for maintenance and will be back at noon.',
    'Too many requests. Please slow down and try again in a minute.',
    'Access denied. You do not have permission to view this page.',
    'This content is not available in your region.',
    'Seite nicht gefunden. Der Artikel, den Sie suchen, existiert nicht mehr.',
    'Vérification de votre navigateur en cours. Cela prend quelques secondes.',
    'Kettle, 1.7 litres, steel. 39 euros. Add to basket. Delivery in two days. The kettle switches itself off and comes with a two-year guarantee.',
    'Annual membership of the sailing club costs 120 euros and includes the use of two boats. Members meet at the pier.',
    'The subscription series of the concert hall: six evenings for 90 euros. The first evening plays Brahms. Seats are numbered.',
    'Registrieren | Anmelden. Das Freibad öffnet am 15. Mai. Der Eintritt kostet vier Euro, Kinder zahlen die Hälfte. Die Rutsche ist neu.',
    'Newsletter abonnieren: Ihre E-Mail-Adresse. Der Wanderweg ist 12 Kilometer lang und gut markiert. Unterwegs gibt es zwei Hütten mit warmer Küche.',
    "Connexion. La piscine municipale ouvre à dix heures. L'entrée coûte trois euros. Le bonnet de bain est obligatoire.",
    'Iniciar sesión | Suscríbete. El tren de Toledo sale cada hora. El viaje dura media hora y cuesta doce euros. Los billetes se compran en la estación.',
    'Entrar | Assine. A feira do livro abre no sábado às dez horas. Haverá leituras para crianças e música à noite.',
    'Zaloguj się. Autobus linii 7 jeździ co dziesięć minut. Bilet kosztuje cztery złote. W niedziele kursuje rzadziej.',
    'Logga in | Bli medlem. Skidspåren är öppna från sju till nio. Belysningen släcks klockan tio. Parkering finns vid stugan.',
    'ログイン。東京の桜は今週末に満開になる見込みです。上野公園では屋台が並びます。夜は提灯がともります。',
    '登录 | 订阅。地铁三号线今天停运检修。乘客可以换乘公交车。预计明早六点恢复。',
    '로그인 회원가입. 도서관은 월요일에 쉽니다. 평일 운영 시간은 오전 아홉 시부터 오후 여덟 시까지입니다.',
    'تسجيل الدخول. يفتح المتحف أبوابه من التاسعة صباحا حتى الخامسة مساء. الدخول مجاني يوم الجمعة. توجد مواقف للسيارات.',
    'Giriş yap. Vapur her yarım saatte bir kalkıyor. Bilet kırk lira. Kışın son sefer akşam dokuzda.',
    'Log in to comment. The council voted nine to two for the new bridge. Work starts in March and will take a year.',
    'To register for the course, fill in the form at the office. The course runs on Tuesdays. It costs 80 euros and includes all paint.',
    'Our members are farmers from the whole valley. The market sells what they grow. It opens at seven.',
    'If you forgot your password, ask the library desk for a new one. Bring your card. It takes two minutes.',
    'You must be logged in to post a reply. Try turning the router off and on again, that fixed it for me. Also check the cable at the back.',
    'Want to leave a review? Please log in. The hotel has 40 rooms, all with a view of the lake. Breakfast is served until eleven.',
  ],
};

describe('gateInText', () => {
  for (const [kind, texts] of Object.entries(SEEN))
    it.each(texts)(`tells ${kind}: %s`, (text) => {
      expect(gateInText(text)).toBe(kind);
    });

  it('takes what is quoted for talk about a wall, not for one', () => {
    expect(gateInText('The button said "Sign in to continue reading". He closed the window.')).toBe('none');
  });

  it('lets words of two languages never make a wall together', () => {
    expect(gateInText('Login. Bonjour, lire la suite.')).toBe('none');
  });

  it('judges a very long text within the time of a short one', () => {
    const long = 'The ferry leaves at noon. '.repeat(100_000);
    expect(gateInText(`${long} Subscribe to continue reading for 3 dollars a month.`)).toBe('paywall');
  });
});

const field = (type: string, name: string | null = null) => ({ type, name, autocomplete: null, label: null });
const SIGN_IN: GateForm = { fields: [field('email', 'email'), field('password', 'password')], inMain: true };
const EMAIL_ONLY: GateForm = { fields: [field('email', 'email')], inMain: true };
const REGISTER: GateForm = {
  fields: [field('text', 'name'), field('email'), field('password'), field('password')],
  inMain: true,
};

const seen = (over: Partial<GateEvidence>): GateEvidence => ({
  status: 200,
  url: 'https://example.org/story',
  text: '',
  words: 40,
  wallText: '',
  forms: [],
  isAccessibleForFree: null,
  paywallMarks: [],
  ...over,
});

describe('decideGate', () => {
  it('asks for an email where an address opens the rest of a teaser', () => {
    const wallText =
      'The winter the ferries stopped\nSubscribe to continue reading\nEnter your email to read the rest for free.';
    expect(decideGate(seen({ words: 200, wallText, forms: [EMAIL_ONLY] }))).toEqual({
      kind: 'email',
      fields: ['email'],
    });
  });

  it('asks for the account where a sign-in form is all there is', () => {
    expect(decideGate(seen({ words: 12, forms: [SIGN_IN] }))).toEqual({ kind: 'login', fields: ['email', 'password'] });
  });

  it('asks for the password alone where no name is wanted', () => {
    const forms = [{ fields: [field('password')], inMain: true }];
    expect(decideGate(seen({ words: 8, text: 'Enter the password to view this page.', forms }))).toEqual({
      kind: 'login',
      fields: ['password'],
    });
  });

  it('takes a paywall by structured data and its elements, without a phrase', () => {
    expect(decideGate(seen({ words: 90, isAccessibleForFree: false, paywallMarks: ['paywall-box'] })).kind).toBe(
      'paywall',
    );
  });

  it('is no gate where the text is there, whatever stands beside it', () => {
    const wallText = 'Sign in to continue reading. Subscribe from 3 dollars a month to read on.';
    const everything = {
      wallText,
      forms: [SIGN_IN, EMAIL_ONLY],
      isAccessibleForFree: false,
      paywallMarks: ['paywall'],
    };
    expect(decideGate(seen({ words: 900, ...everything })).kind).toBe('none');
  });

  it('is no gate where the text is short but nothing asks for anything', () => {
    expect(decideGate(seen({ words: 6, text: 'Closed on Monday. See you Tuesday.' })).kind).toBe('none');
    expect(decideGate(seen({ words: 80, isAccessibleForFree: false })).kind).toBe('none');
  });

  it('leaves forms in header, footer and waiting parts alone, and forms that make an account', () => {
    const apart = { ...SIGN_IN, inMain: false };
    expect(decideGate(seen({ words: 12, forms: [apart, REGISTER] })).kind).toBe('none');
  });

  it('believes a sign-in form more at an address for signing in', () => {
    const at = (url: string) => decideGate(seen({ words: 100, url, forms: [SIGN_IN] })).kind;
    expect([at('https://example.org/login?next=/story'), at('https://example.org/story')]).toEqual(['login', 'none']);
  });

  it('goes by the status where the page says nothing', () => {
    const kinds = [401, 402, 403, 451, 503].map((status) => decideGate(seen({ status })).kind);
    expect(kinds).toEqual(['login', 'paywall', 'blocked', 'blocked', 'blocked']);
    expect(decideGate(seen({ status: 403, forms: [SIGN_IN] })).kind).toBe('login');
  });

  it('calls a robot check an obstacle that nobody can be asked to open', () => {
    expect(decideGate(seen({ text: 'Please verify that you are a human to continue.' }))).toEqual({
      kind: 'blocked',
      fields: [],
    });
  });
});
