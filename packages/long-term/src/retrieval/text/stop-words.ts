import { fold } from './fold.ts';

/**
 * Words that say nothing of what a text is about, folded, by language. They are neither stored nor
 * searched for. A language without a list keeps all its words; their frequency makes them count less.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a about above after again against all also am an and any are arent as at be because been before
    being below between both but by can cannot cant could couldnt did didnt do does doesnt doing dont
    down during each few for from further get gets got had hadnt has hasnt have havent having he her
    here hers herself hey him himself his how i id if ill im in into is isnt it its itself ive just
    let lets me more most my myself no nor not now of off on once only or other our ours ourselves out
    over own really same she should shouldnt so some such than that thats the their theirs them
    themselves then there these they theyre this those through to too under until up us very was
    wasnt we were werent weve what whats when where which while who whom whos why will with wont would
    wouldnt wow yeah you your youre yours yourself yourselves youve`,
  de: `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf
    aus bei beim bin bis bist da damit dann das dass dein deine deinem deinen deiner dem den denn der
    des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines einige er es etwas euch euer eure fur gegen gewesen hab habe haben hast hat hatte
    hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede
    jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen keiner konnen konnte machen man
    manche mein meine meinem meinen meiner mich mir mit muss musste nach nein nicht nichts noch nun nur
    ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so solche soll sollte
    sondern sonst uber um und uns unser unsere unter viel vom von vor wann war waren warst warum was
    weg weil welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb wessen wie
    wieder will wir wird wirst wo woher wohin wollen wollte wurde wurden zu zum zur zwar zwischen`,
  fr: `a ai ainsi alors as au aucun aussi autre aux avait avec avez avoir avons c ca car ce cela ces cet
    cette chez comme comment d dans de des deux dois doit donc dont du elle elles en encore es est et
    etait ete etes etre eu eux fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi
    mon n ne ni nos notre nous on ont ou par parce pas peu peut plus pour pourquoi qu quand que quel
    quelle quelles quels qui quoi s sa sans se ses si sommes son sont suis sur t ta te tes toi ton tous
    tout toute tres tu un une vos votre vous y`,
  es: `a al algo alguna alguno ante antes asi aun aunque como con contra cual cuales cuando cuanto de del
    desde donde dos el ella ellas ellos en entre era eran eres es esa ese eso esta estaba estado estan
    estar estas este esto estos estoy fue fueron ha habia hace han hasta hay he la las le les lo los
    mas me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero por porque que quien
    quienes se sea ser si sido sin sobre solo son soy su sus tambien tan te tengo ti tiene tienen todo
    todos tu tus un una uno unos y ya yo`,
  it: `a ad ai al alla alle anche c che chi ci come con cosa cui d da dal dalla de degli dei del della
    delle di dove e ed era erano gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mi mia
    mio molto ne nei nel nella no noi non o per perche piu quale quali quando quanto quella quello
    questa questo qui s se sei si sia sono su sua sue suo sul sulla tra tu tua tuo un una uno v vi voi`,
  pt: `a ao aos as ate com como da das de dela dele deles depois do dos e ela elas ele eles em entre era
    essa esse esta estao estar este eu foi foram ha isso isto ja la lhe mais mas me mesmo meu minha
    muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelo por porque qual quando
    que quem se sem ser seu seus sua suas so tambem te tem tinha tu um uma voce voces`,
  nl: `aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en er
    ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan
    kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons ook op over
    te tegen toch toen tot u uit van veel voor waarom wanneer waren was wat we wel werd wezen wie wil
    worden wordt zal ze zelf zich zij zijn zo zonder zou`,
  ru: `а без бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще
    же за и из или им их к как какая какие какой когда кого кому который кто ли меня мне мой моя мои мы
    на над нам нас наш не него нет но о об он она они оно от по под при про с со так там те то тот у уже
    чего чей чем что чтобы эта это этот я`,
  ar: `أن أنا أنت أو أي أين إلى إن التي الذي الى بعد بين تم ثم على عن عند في قبل قد كان كانت كل كم كما كيف لا لم
    لن ليس ما ماذا متى مع من منذ نحن هذا هذه هل هم هناك هو هي و ولا يكون`,
  hi: `एक और का की के को कब कम क्या क्यों कैसे कौन कहाँ जब जो तक तो था थी थे ने पर बहुत भी में मेरा मेरी मेरे मैं मुझे
    यह या ये वह वे से हम हमारा हमारे हूँ है हैं ही हो होता होती`,
  ja: `の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう
    また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく
    しかし について せ だっ です ます でし まし ませ ん ね よ わ さん くん ちゃん 何 なに いつ どこ だれ 誰 どの どう なぜ どんな
    私 僕 それ あれ ここ そこ あの え う ござい たい たく だろ でしょ う って けど`,
  zh: `的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 我们 你们 他们
    什么 吗 呢 吧 啊 哪里 谁 怎么 为什么 什么时候 与 及 或 被 把 对 从`,
};

const sets = new Map<string, ReadonlySet<string>>();

export const languagesWithStopWords: readonly string[] = Object.keys(LISTS);

/** The stop words of a language, by its two letters. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  let words = sets.get(language);
  if (words === undefined) {
    words = new Set(LISTS[language]?.split(/\s+/).map(fold));
    sets.set(language, words);
  }
  return words;
}
