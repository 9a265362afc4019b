import { type Sign, signsOf } from './sign.ts';

const VALUE = String.raw`["'«(]?(?<value>\+?\d[\d ()-]{6,}\d|[\p{L}\d][\p{L}\d._@#/+-]*[\p{L}\d])`;

export const SPANISH: readonly Sign[] = signsOf({
  change: [
    /^(?:yo )?nunca he \p{L}+(?:ado|ido|cho|sto|rto|elto) (?!(?:eso|esto|tan)(?!\p{L}))[^.!?]{3,}/iu,
    /^mi [\p{L}\d -]{2,40}? (?:ahora es|es ahora|ahora está en|subió a|bajó a|se (?:movió|cambió|pospuso|aplazó) (?:al?|para)) (?:el |de )?[€$£]?[\p{L}\d]/iu,
    /^(?:he cambiado|cambié|me cambié|me pasé) de \p{L}[^.!?]{1,40}? a \p{L}/iu,
    /^ya no (?:vivo|trabajo|estudio) (?:en|como|para) \p{L}/iu,
    /^ahora (?:vivo|trabajo|estudio) (?:en|como|para) \p{L}/iu,
    /^[Mm]e (?:mudé|he mudado) a \p{Lu}\p{L}+/u,
  ],
  projectChange: [
    /^nunca hemos \p{L}+(?:ado|ido|cho|sto|rto|elto) (?!(?:eso|esto|tan)(?!\p{L}))[^.!?]{3,}/iu,
    /^(?:el|la|nuestr[oa]) [\p{L}\d -]{2,40}? (?:ahora es|es ahora|ahora está en|subió a|bajó a|se (?:movió|cambió|pospuso|aplazó) (?:al?|para)) (?:el |de )?[€$£]?\d/iu,
    /^hemos (?:subido|bajado|aumentado|reducido|cambiado|ampliado) (?:el|la) [\p{L}\d -]{2,40}? a [€$£]?\d/iu,
  ],
  changedHabit: [/^ya no (?:uso|bebo|como|tomo) (?!(?:eso|esto|la|el|los|las)(?!\p{L}))\p{L}/iu],
  instruction: [
    /^(?:a partir de ahora|de ahora en adelante|en adelante|en el futuro),? \p{L}.{4,}/iu,
    /^(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|usa|habla|háblame) (?:siempre|nunca|solo|sólo) /iu,
    /^(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|háblame) en (?:español|inglés|francés|alemán|italiano|portugués)(?!\p{L})/iu,
    /^(?:siempre|nunca) \p{L}{3,}(?:e|a|es|as)(?:me)? \p{L}/iu,
  ],
  preference: [
    /^(?:yo )?(?:normalmente|generalmente|suelo|por lo general) (?!(?:ver|tener)(?!\p{L}))\p{L}{3,} \p{L}/iu,
    /^(?:yo )?(?:siempre )?(?:prefiero|preferimos) (?!no (?:decir|responder))/iu,
    /^(?:yo )?(?:odio|detesto|no soporto|no me gustan? ) ?\p{L}{3,}/iu,
    /^(?:yo )?(?:siempre|nunca) (?:uso|tomo|como|bebo|trabajo|escribo|viajo|vuelo) /iu,
    /^mi \p{L}+ (?:favorit[oa]|preferid[oa]) es /iu,
  ],
  fact: [
    /^mi (?:hij[oa]|espos[oa]|mujer|marido|pareja|perr[oa]|gat[oa]|herman[oa]|madre|padre|jef[ea]) se llama \p{L}/iu,
    /^soy (?:una? )?(?:desarrollador|ingenier|profesor|maestr|médic|enfermer|diseñador|estudiante|abogad|periodista|investigador|consultor|arquitect|cociner)[oa]?(?!\p{L})/iu,
    /^mi (?:objetivo|meta|plazo) es (?!(?:eso|esto|no)(?!\p{L}))/iu,
    /^soy (?:alérgic[oa] a|vegetarian[oa](?!\p{L})|vegan[oa](?!\p{L})|diabétic[oa](?!\p{L})|zurd[oa](?!\p{L}))/iu,
    /^(?:vivo|trabajo|estudio) (?:en|como|para) \p{L}/iu,
    /^(?:me llamo|mi nombre es|mi cumpleaños es|mi lengua materna es) /iu,
  ],
  identifier: [
    new RegExp(
      `^(?:mi|nuestro) (?:número de (?:cliente|cuenta|pedido|reserva|teléfono|socio)|usuario|nombre de usuario|correo(?: electrónico)?|teléfono|id de usuario) (?:es|:) ?${VALUE}`,
      'iu',
    ),
  ],
  decision: [
    /^(?:hemos decidido|he decidido|decidimos|decidí|elegimos|elegí) [^.!?]*?(?:,? (?:porque|ya que|para que) (?<reason>[^.!?]{4,})|$)/iu,
  ],
  correction: [
    /^(?:(?:no|espera|perdón)[,.!:;—–-]* )?(?:quise decir|me refería a|dije|quería) [^.!?]{2,80}?,? (?:y )?no [^.!?]{2,}/iu,
    /^no[,.!:;—–-]+ (?:es|era|debe ser) [^,.!?]{2,60}, no [^.!?]{2,}/iu,
    /^(?:no[,.!:;—–-]+ )?(?:eso|esto) (?:está mal|es incorrecto|no es (?:correcto|lo que (?:quería|pedí)))(?!\p{L})/iu,
  ],
  confirmation: [
    /^(?:(?:sí|si|perfecto|genial|excelente|muy bien)[,.!:;—–-]* )?(?:exactamente|justo|precisamente) (?:así|como (?:quería|lo quería)|lo que quería)(?!\p{L})/iu,
    /^(?:(?:sí|si|perfecto|genial)[,.!:;—–-]* )?(?:sigue así|hazlo (?:siempre )?así(?: siempre)?)[.!]?$/iu,
  ],
});
