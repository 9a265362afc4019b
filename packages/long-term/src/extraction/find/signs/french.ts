import { type Sign, signsOf } from './sign.ts';

const VALUE = String.raw`["'«(]? ?(?<value>\+?\d[\d ()-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

export const FRENCH: readonly Sign[] = signsOf({
  change: [
    /^je n['’]ai (?:encore )?jamais (?!(?:dit|vu (?:ça|un si))(?!\p{L}))\p{L}+ (?!(?:ça|cela|aussi|si)(?!\p{L}))[^.!?]{3,}/iu,
    /^m(?:on|a) [\p{L}\d -]{2,40}? (?:est (?:maintenant|désormais)|est passée? à|a été (?:déplacée?|reportée?|augmentée?|avancée?|prolongée?) (?:à|au|jusqu['’]au)) (?:le |de )?[€$£]?[\p{L}\d]/iu,
    /^je suis passée? de \p{L}[^.!?]{1,40}? à \p{L}/iu,
    /^je (?:n['’]habite|ne vis|ne travaille) plus (?:à|en|au|aux|chez|comme|pour) \p{L}/iu,
    /^(?:j['’]habite|je vis|je travaille) maintenant (?:à|en|au|aux|chez|comme|pour) \p{L}/iu,
    /^[Jj]['’]ai déménagé (?:à|en|au|aux) \p{Lu}\p{L}+/u,
  ],
  projectChange: [
    /^(?:nous n['’]avons|on n['’]a) (?:encore )?jamais (?!dit(?!\p{L}))\p{L}+ (?!(?:ça|cela|aussi|si)(?!\p{L}))[^.!?]{3,}/iu,
    /^(?:le |la |l['’]|notre )[\p{L}\d -]{2,40}? (?:est (?:maintenant|désormais) (?:le |de |à )?|est passée? à |a été (?:déplacée?|reportée?|augmentée?|avancée?|prolongée?) (?:à|au|jusqu['’]au) )[€$£]?\d/iu,
    /^(?:nous avons|on a) (?:augmenté|réduit|changé|prolongé|repoussé) (?:le |la |l['’])[\p{L}\d -]{2,40}? (?:à|au) [€$£]?\d/iu,
  ],
  changedHabit: [
    /^je (?:n['’]utilise|ne bois|ne mange|ne prends) plus (?!(?:ça|cela|le|la|les)(?!\p{L}))\p{L}/iu,
  ],
  instruction: [
    /^(?:désormais|dorénavant|à partir de maintenant|à l'avenir),? \p{L}.{4,}/iu,
    /^(?:réponds|répondez|écris|écrivez|utilise|utilisez|parle|parlez)(?:-moi)? (?:toujours|uniquement|seulement) /iu,
    /^(?:réponds|répondez|écris|écrivez|parle|parlez)(?:-moi)? en (?:français|anglais|allemand|espagnol|italien)(?!\p{L})/iu,
    /^n(?:e |')\p{L}+ (?:jamais|plus jamais) /iu,
  ],
  preference: [
    /^(?:d['’]habitude|en général|normalement),? je (?!(?:vois|reçois)(?!\p{L}))\p{L}{2,} \p{L}/iu,
    /^(?:je|nous) préf(?:ère|érons) (?!ne pas (?:dire|répondre))/iu,
    /^(?:je déteste|j'ai horreur de|je n'aime pas|je ne supporte pas) (?!(?:ça|cela)(?!\p{L}))\p{L}/iu,
    /^(?:j'utilise|je (?:prends|mange|bois|travaille|voyage|vole)) (?:toujours|jamais) /iu,
    /^m(?:on|a) \p{L}+ préférée? est /iu,
    /^appelle-moi \p{Lu}\p{L}+/u,
  ],
  fact: [
    /^m(?:on|a) (?:fille|fils|femme|mari|partenaire|chien|chat|chatte|frère|sœur|mère|père|chef|patronne?) s['’]appelle \p{L}/iu,
    /^je suis (?:une? )?(?:développeu|ingénieu|professeu|enseignant|médecin|infirmi|designe|étudiant|avocat|journaliste|chercheu|consultant|architecte|cuisini)(?:r|se|e|er|ère|re)?(?!\p{L})/iu,
    /^mon (?:objectif|but|échéance) est (?!(?:ça|cela|pas)(?!\p{L}))/iu,
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
