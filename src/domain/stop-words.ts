import { fold } from './fold.js';

/** Words that say nothing of what is asked, by language; folded as `tokenise` folds them, unstemmed. */
const LISTS: Readonly<Record<string, string>> = {
  en: `a about above across after again against all almost along already also although always am among an and another any
    anyone anything are aren around as at away back be became because become been before being below between both but by
    came can cannot could couldn did didn do does doesn doing don done down during each either else enough etc even ever
    every everyone everything few for from further gave get gets getting give given go goes going gone got had hadn has
    hasn have haven having he her here hers herself him himself his how however i if in into is isn it its itself just
    keep kind know let like ll made make makes many may maybe me might mine more most much must my myself need needs
    neither never no nobody none nor not nothing now of off often on once one only onto or other others ought our ours
    out over own per perhaps please put quite rather re really s said same say says see seem seems seen several shall
    shan she should shouldn since so some someone something sometimes still such t take taken tell than that the their
    theirs them themselves then there therefore these they thing things this those though through thus to together too
    toward towards under until up upon us use used using ve very via want was wasn way we well went were weren what
    whatever when whenever where wherever whether which while who whoever whole whom whose why will with within without
    won would wouldn yes yet you your yours yourself d m o`,
  de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf aus
    bei beim bin bis bist bitte da dabei dadurch dafur dagegen daher damit danach dann daran darauf daraus darf darin
    darum das dass davon dazu dein deine deinem deinen deiner dem den denn der deren des deshalb dessen dich die dies
    diese diesem diesen dieser dieses dir doch dort du durch durfen ein eine einem einen einer eines einige einigen
    einiger einmal er es etwa etwas euch euer eure fur gab ganz gar gegen gibt habe haben hat hatte hatten hier hin
    hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins ist ja jede jedem jeden jeder jedes
    jene jenem jenen jener jenes jetzt kann kannst kein keine keinem keinen keiner konnen konnte konnten machen macht
    man manche mehr mein meine meinem meinen meiner mich mir mit muss mussen musste nach nachdem nicht nichts noch nun
    nur ob obwohl oder ohne schon sehr sein seine seinem seinen seiner seit selbst sich sie sind so sogar solche soll
    sollen sollte sondern sonst soviel uber um und uns unser unsere unter viel viele vielen vom von vor wahrend wann war
    waren warum was wegen weil weiter welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie
    wieder wieviel wieso will wir wird wirst wo wofur woher wohin wollen womit worauf woraus woran worin worum wovon
    wozu wurde wurden zu zum zur zwar zwischen`,
  fr: `a afin ai ainsi alors apres as au aucun aucune aujourd aupres aussi autant autre autres aux avaient avait avant
    avec avez avoir avons beaucoup bien c car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez
    combien comme comment contre d dans de dehors deja depuis des desquels deux devant doit doivent donc dont du elle
    elles en encore entre es est et etaient etait etant ete etes etre eu eux fait faire faut font hors ici il ils j je
    jusqu juste l la laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui m ma mais malgre me meme
    memes mes moi moins mon n ne ni non nos notre nous on ont ou par parce parmi pas pendant peu peut peuvent plus
    plusieurs plutot pour pourquoi pouvoir puis qu quand que quel quelle quelles quelque quelques quels qui quoi s sa
    sans se sera seront ses si soi soit son sont sous sur t ta tandis te tel telle tels tes toi ton toujours tous tout
    toute toutes tres trop tu un une vers voici voila vos votre vous y`,
  es: `a actualmente al algo algun alguna algunas alguno algunos alli ante antes aquel aquella aquellas aquellos aqui asi
    aun aunque bajo bien cada casi como con contra cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuya cuyo
    da dan de debe deben del demas desde despues donde dos durante e el ella ellas ello ellos en entonces entre era eran
    eres es esa esas ese eso esos esta estaba estaban estado estamos estan estar estas este esto estos estoy fue fueron
    ha haber habia han has hasta hay haya hace hacen hacer la las le les lo los mas me mediante menos mi mientras mis
    misma mismas mismo mismos mucha muchas mucho muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o
    os otra otras otro otros para pero poca pocas poco pocos podemos podia por porque pudo puede pueden pues que quien
    quienes se sea sean segun ser si sido sin sino sobre sois solo somos son soy su sus suya suyo tal tales tambien
    tampoco tan tanta tantas tanto tantos te tener tenia ti tiene tienen toda todas todavia todo todos tras tu tus tuya
    tuyo un una unas uno unos usted ustedes va van vosotros y ya yo`,
  it: `a ad agli ai al alla alle allo altra altre altri altro anche ancora aveva avere aveva c che chi ci cio ciascuno
    coi col come con contro cosa cosi cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro di
    dopo dov dove due e ed era erano essere fa faccio fanno fare fino fra fu furono gia gli ha hai hanno ho i il in
    infatti inoltre io l la le lei li lo loro lui ma me meno mentre mi mia mie miei mio molta molte molti molto ne negli
    nei nel nella nelle nello nessuno niente no noi non nostra nostre nostri nostro o ogni oltre oppure ora per perche
    pero piu poco poi prima proprio pu puo qual quale quali qualche quando quanta quante quanti quanto quasi quella
    quelle quelli quello questa queste questi questo qui quindi s sara se sei sempre senza si sia siamo siano siete solo
    sono sopra sotto sta stata state stati stato stesso su sua sue sugli sui sul sulla sulle sullo suo suoi tale tra tre
    troppo tu tua tue tuo tutta tutte tutti tutto un una uno v vi voi vostra vostro`,
  pt: `a ainda alem algo alguem algum alguma algumas alguns ali ambos antes ao aos apenas apos aquela aquelas aquele
    aqueles aquilo as assim ate atraves cada coisa com como contra da daquele das de dela delas dele deles depois desde
    dessa desse desta deste disso do dos durante e ela elas ele eles em embora enquanto entao entre era eram essa essas
    esse esses esta estao estar estas estava estavam este estes eu faz fazem fazer foi foram ha haver isso isto ja la
    lhe lhes lo mais mas me mesma mesmas mesmo mesmos meu meus minha minhas muita muitas muito muitos na nada nao nas
    nem nenhum nessa nesse nesta neste no nos nossa nossas nosso nossos num numa nunca o onde os ou outra outras outro
    outros para pela pelas pelo pelos perante pode podem pois por porque porem pouca poucas pouco poucos pra quais qual
    qualquer quando quanta quantas quanto quantos que quem quer sao se seja sem sempre sendo ser sera seu seus si sido
    so sob sobre sua suas tal tambem tampouco tanta tantas tanto te tem tempo tenha tendo ter teu teus teve tinha toda
    todas todavia todo todos tu tua tudo um uma umas uns vai voce voces vos`,
  nl: `aan aangezien achter al alle alleen alles als altijd andere ben bij bijna binnen daar daardoor daarna daarom dan
    dat de der deze die dit doch doen doet door dus echter een eens elk elke en enkele er erg ge geen geweest haar had
    hadden heb hebben hebt heeft hem hen het hier hij hoe hoeveel hun ieder iedere iemand iets ik in is ja je jij jouw
    jullie kan kon konden kunnen maar mag me meer men met mij mijn moet moeten mogen na naar nee niet niets nog nu of om
    omdat onder ons onze ook op over per reeds sinds steeds te tegen ten ter terwijl toch toen tot tussen u uit uw van
    vanaf veel vele via vol voor want waar waarin waarmee waarom waarvan wanneer waren was wat we wel welk welke werd
    werden wie wij wil word worden wordt zal zelf zich zij zijn zo zoals zonder zou zouden zult`,
  ru: `а без более больше будет будто бы был была были было быть в вам вас ваш ведь во вообще вот впрочем все всегда
    всего всех всю вы где да даже два для до другой его ее ей ему если есть еще ж же за зачем здесь и из или им иногда
    их к каждый как какая какие каким каких какое какой какои какого какую когда конечно которая которого которой
    которые который которыи которых кто куда ли лучше между меня мне много может можно мои мой моя мы на над надо
    наконец нас наш не него нее ней неи нельзя нет ни нибудь никогда ним них ничего но ну о об один он она они оно
    опять от откуда перед по под после потом потому почему почти при про просто раз разве с сам свое свои свой своя
    себе себя сейчас сеичас сколько со совсем так такая такие также такое такой такои там твой тебя тем теперь то тогда
    того тоже той тои только том тот три тут ты у уж уже хорошо хоть чего чеи чей чем через что чтоб чтобы чуть эта эти
    этим этих это этого этой этои этом этому этот эту я является`,
  sv: `alla allt att av bara blev bli blir da dar de dem den denna deras dess dessa det detta dig din dina ditt du efter
    ej eller en er era ett finns for fran ha hade han hans har hon honom hur i icke in ingen inom inte ja jag kan kunde
    man manga med mellan men mig min mina mot mycket ni nu nagon nagot nar och om oss over pa sa sadan samma sedan sig
    sin sina sitta sjalv skulle som till under upp ut utan vad var vara vart varfor vem vid vilka vilken vilket vilkas`,
  da: `af alle andet andre at blev blive bliver da de dem den denne der deres det dette dig din disse dit dog du efter
    eller en end er et findes for fra ham han hans har havde have hende her hos hun hvad hvem hvilke hvilken hvis hvor
    hvorfor hvordan hvornar i ikke ind jeg jer kan kunne man mange med meget men mere mig min mod ned noget nogle nu nar
    og ogsa om op os over pa sa sadan sig sin sit skal skulle som til ud under var vi vil ville vor være`,
  pl: `a aby ale bardzo bez bo byc byl byla byli bylo by chce ci co czego czy czyli dla do gdy gdzie go i ich ile im
    inne innych ja jak jaka jaki jakie jako jednak jego jej jest jestem jeszcze jezeli juz kiedy kim kto ktora ktore
    ktorego ktorej ktory ktorych lub ma maja mi mnie moze mozna my na nad nam nas nie niej niz no o od on ona one oni
    oraz po pod poniewaz przed przez przy sa sie sobie swoje ta tak taki takie tam te tego tej ten to tu tych tylko tym
    u w we wiele wszystko z za ze`,
  tr: `acaba ama ancak bazi belki ben bir biri bu cok cunku da daha de defa degil diye eger en gibi hangi hem hep hepsi
    her hic icin ile ise kac kadar kez ki kim mi mu nasil ne neden nerede nereye ni nicin niye o onlar sanki sen siz su
    tum ve veya ya yani`,
  ar: `في من على الى عن ان هذا هذه ذلك تلك التي الذي الذين ما ماذا متي اين كيف لماذا هل كم هو هي هم كان كانت يكون او و ثم
    لا لم لن قد كل بعد قبل عند مع بين غير اي اذا حتي حيث به بها له لها فيه فيها منه منها الذين وهو وهي اما ايضا من`,
  ja: `の に は を が で と も へ や か な だ た て から まで より など これ それ あれ この その あの ここ そこ です ます でした ました ある いる する
    した して される さ れる い ない なっ なる こと もの ため よう 何 なに いつ どこ 誰 だれ なぜ どう どの どんな いくつ いくら 教え ください`,
  zh: `的 了 是 在 和 与 與 有 也 就 都 而 及 或 一个 一個 这 這 那 这个 那个 什么 什麼 哪 哪个 哪些 哪里 哪裡 谁 誰 怎么 怎麼 怎样
    怎樣 为什么 為什麼 吗 嗎 呢 吧 啊 被 把 对 對 从 從 到 于 於 以 之 其 他 她 它 我 你 们 們 几 幾 多少 何时 何時 请 請`,
  ko: `은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 그 이 저 것 수 등 무엇 무엇인가 무엇인가요 언제 어디 어디에 누가 누구 왜 어떻게
    어떤 얼마나 몇 있다 있는 있나요 인가요 입니까 했나요 하는 한`,
  hi: `का के की में है हैं और से को पर यह वह इस उस एक भी था थे थी क्या कब कहाँ कौन क्यों कैसे कितने कितना लिए ने तो ही कि जो`,
};

const SETS = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/).map(fold))]),
);
const NONE: ReadonlySet<string> = new Set();

/** The stop words of a language (BCP 47 primary subtag); an empty set where there is no list. */
export function stopWords(language: string): ReadonlySet<string> {
  return SETS.get(language) ?? NONE;
}

/** Languages with a list. */
export const STOP_WORD_LANGUAGES: readonly string[] = [...SETS.keys()];
