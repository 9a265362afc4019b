// Words by which a sentence shows what it does, as patterns: for a few widespread languages. A sentence in any
// other one is still weighed by its speaker, its length and the exact values in it.

/** @param words whole words and phrases; @param stems also words of scripts without gaps: matched anywhere. */
function anywhere(words: string, stems = ''): RegExp {
  return new RegExp(wordsOrStems(words, stems), 'iu');
}

function atStart(words: string, stems = ''): RegExp {
  return new RegExp(`^(?:${wordsOrStems(words, stems)})`, 'iu');
}

function wordsOrStems(words: string, stems: string): string {
  return `(?<!\\p{L})(?:${words})(?!\\p{L})${stems && `|${stems}`}`;
}

/** Somebody wants something, or rules something out. */
export const requestWords = anywhere(
  "want|need|would like|wish|prefer|require|please|can you|could you|must|should|shouldn't|" +
    "don't|do not|never|always|only|instead|make sure|ensure|avoid|keep|at least|at most|" +
    "no more than|let's|change|cancel|fix|add|remove|use|bitte|soll|muss|nicht|möchte|quiero|" +
    'necesito|favor|debe|nunca|siempre|voudrais|veux|besoin|doit',
  'хочу|хотел|нужн|надо|пожалуйста|долж|никогда|всегда|только|вместо|请|需要|不要|必须|希望|应该|したい|ください|' +
    '必要',
);

/** Something was settled. */
export const decisionWords = anywhere(
  'decide[ds]?|agreed?|going with|go with|chose|chosen|settled|approved?|confirm(?:ed|s)?|' +
    'reject(?:ed)?|entschieden|decidid[oa]|décidé',
  'решил|решено|выбра|подтвержд|决定|确认|決定',
);

/** Something was found out or done. */
export const conclusionWords = anywhere(
  'fixed|done|completed?|successful(?:ly)?|succeeded|implemented|committed|found|because|' +
    'caused?|problem|issue|bug|therefore|turns out|result|works?|working|pass(?:es|ed)?|fail(?:s|' +
    'ed|ure)?|missing|total|summary|cancell?ed|booked|refund(?:ed)?|updated|changed|created|' +
    'added|removed|deleted|renamed|moved|installed|released|eligible|policy|allowed|unable|' +
    "cannot|can't|not possible|impossible|erledigt|gefunden|weil|arreglado|porque|corrigé|trouvé",
  'исправ|готово|найден|потому|причин|результат|создан|добавлен|удал[её]н|完成|原因|因为|修复|发现|結果|修正',
);

/** A state has been brought about. */
export const outcomeWords = anywhere(
  '(?:has|have|had|was|were|is|are) (?:(?:now|been|already|successfully|not) ){0,3}(?:fixed|' +
    'done|completed?|cancell?ed|booked|refunded|charged|updated|changed|created|added|removed|' +
    'upgraded|downgraded|resolved|implemented|deleted|sent|transferred|passing|ready)',
);

/** Something went wrong. */
export const failureWords = anywhere(
  "errors?|exception|traceback|fatal|failed|failure|panic|aborted|cannot|could not|couldn't|" +
    'not found|no such|denied|refused|rejected|invalid|unexpected|undefined|timed? ?out|' +
    'segmentation fault',
  'ошибк|не найден|отказано|错误|失败|エラー',
);

/** Openings of sentences that keep a conversation friendly. */
export const pleasantryOpenings = atStart(
  'hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|thx|sure|ok|okay|great|' +
    'perfect|alright|all right|got it|certainly|of course|absolutely|understood|sorry|apologies|' +
    "welcome|you're welcome|no problem|yes|no|yep|nope|cool|nice|awesome|excellent|wonderful|" +
    'good|right|sounds good|bye|goodbye|привет|здравствуйте|спасибо|хорошо|ладно|да|нет|конечно|' +
    'hallo|danke|hola|gracias|bonjour|merci',
  '你好|谢谢|好的|はい|ありがとう',
);

/** Phrases that an assistant says out of politeness, and a person to ask for no more than help. */
export const offerWords = anywhere(
  'how (?:can|may) i (?:help|assist)|anything else|let me know|feel free|glad to|happy to help|' +
    'here to help|i can (?:help|assist)|hold on|one moment|please wait|have a (?:great|nice|good|' +
    'safe|wonderful)|safe travels|thank you for|as an ai|(?:can|could|' +
    'would) you (?:please )?(?:help|assist)(?: me)?(?: with (?:that|this|it))?\\?|i appreciate|' +
    "i apologi[sz]e|i understand|i'm sorry|to proceed, i|(?:would you like|do you want|" +
    'do you wish)(?: me)? to proceed|please (?:confirm|provide|reply)|\\(yes/no\\)',
);

/** Openings of sentences that only say what comes next. */
export const announcementOpenings = atStart(
  '(?:(?:and|so|ok|okay|great|now|next|first|then|finally|good|perfect|' +
    "excellent)[,!.]? ){0,3}(?:let me|let's|let us|i'll|i will|we'll|we will|i can|i could|" +
    "i'm going to|i am going to|i need to|i should|we need to|we should|we can now|now i|next i|" +
    "allow me|here(?:'s| is| are)|below (?:is|are)|the following)|давайте|сейчас я|вот",
  '让我|我来|我将',
);

/** Openings that point back at a sentence that may be gone. */
export const danglingOpenings = atStart(
  'it|this|that|these|those|they|he|she|which|such|also|additionally|here',
);
