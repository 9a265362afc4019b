import { type Sign, signsOf } from './sign.ts';

const VALUE = String.raw`["'«(]? ?(?<value>\+?\d[\d ()-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

export const FRENCH: readonly Sign[] = signsOf({
  change: [
    /^je (?:n['’]habite|ne vis|ne travaille) plus (?:à|en|au|aux|chez|comme|pour) \p{L}/iu,
    /^(?:j['’]habite|je vis|je travaille) maintenant (?:à|en|au|aux|chez|comme|pour) \p{L}/iu,
    /^[Jj]['’]ai déménagé (?:à|en|au|aux) \p{Lu}\p{L}+/u,
  ],
  changedHabit: [
    /^je (?:n['’]utilise|ne bois|ne mange|ne prends) plus (?!(?:ça|cela|le|la|les)(?!\p{L}))\p{L}/iu,
  ],
  preference: [
    /^(?:je|nous) préf(?:ère|érons) (?!ne pas (?:dire|répondre))/iu,
    /^(?:je déteste|j'ai horreur de|je n'aime pas|je ne supporte pas) (?!(?:ça|cela)(?!\p{L}))\p{L}/iu,
    /^(?:j'utilise|je (?:prends|mange|bois|travaille|voyage|vole)) (?:toujours|jamais) /iu,
    /^(?:désormais|dorénavant|à partir de maintenant|à l'avenir),? \p{L}.{4,}/iu,
    /^(?:réponds|répondez|écris|écrivez|utilise|utilisez|parle|parlez)(?:-moi)? (?:toujours|uniquement|seulement) /iu,
    /^(?:réponds|répondez|écris|écrivez|parle|parlez)(?:-moi)? en (?:français|anglais|allemand|espagnol|italien)(?!\p{L})/iu,
    /^n(?:e |')\p{L}+ (?:jamais|plus jamais) /iu,
    /^m(?:on|a) \p{L}+ préférée? est /iu,
    /^appelle-moi \p{Lu}\p{L}+/u,
  ],
  fact: [
    /^je suis (?:allergique (?:à|aux?)|végétarien(?:ne)?(?!\p{L})|végane(?!\p{L})|diabétique(?!\p{L})|gaucher(?!\p{L})|gauchère(?!\p{L}))/iu,
    /^(?:j'habite|je vis|je travaille|j'étudie) (?:à|en|au|aux|chez|comme|pour) \p{L}/iu,
    /^(?:je m'appelle|mon nom est|mon anniversaire est|ma langue maternelle est) /iu,
  ],
  identifier: [
    new RegExp(
      `^(?:mon|ma|notre) (?:numéro de (?:client|compte|commande|réservation|téléphone|dossier)|identifiant|nom d'utilisateur|adresse e-?mail|e-?mail|courriel) (?:est|:) ?${VALUE}`,
      'iu',
    ),
  ],
  decision: [
    /^(?:nous avons|j'ai|on a) (?:décidé|choisi|opté) [^.!?]*?(?:,? (?:parce qu(?:e |')|car |afin (?:de |que ))(?<reason>[^.!?]{4,})|$)/iu,
  ],
  correction: [
    /^(?:(?:non|attends|pardon)[,.!:;—–-]* )?je (?:voulais dire|parlais de) [^.!?]{2,80}?,? (?:et )?(?:pas|non) [^.!?]{2,}/iu,
    /^(?:non[,.!:;—–-]+ )?c'est [^,.!?]{2,60}, (?:et )?pas [^.!?]{2,}/iu,
    /^(?:non[,.!:;—–-]+ )?(?:c'est faux|c'est incorrect|ce n'est pas (?:correct|juste|ce que je (?:voulais|demandais)))(?!\p{L})/iu,
  ],
  confirmation: [
    /^(?:(?:oui|parfait|super|génial|très bien)[,.!:;—–-]* )?(?:exactement|précisément|juste) (?:comme (?:ça|cela)|ce que je (?:voulais|demandais))(?!\p{L})/iu,
    /^(?:(?:oui|parfait|super|génial)[,.!:;—–-]* )?(?:continue comme (?:ça|cela)|fais(?:-le)? toujours comme (?:ça|cela))[.!]?$/iu,
  ],
});
