// Made by `node tools/guard-scorer/fit.mjs`: do not change it by hand. A test fits it again.

/** Log odds of a text without any sign. */
export const BIAS = -2.83;

/** A row for each sign: its own weight, and that of each pair that it is the first of. */
const TABLE = `
aQuestion -0.49, aboutSecurity -0.29, address 0.32, advert -0.47, always -0.61,
answerAs 0.37, assistant -0.98, authority -0.3, courtesy 0.4, edge 0.14, examples -0.24,
fence -0.5, money 0.26, noQuestion 0.31, oddForm 0.4, only 0.4, order 0.4, override 0.19,
ownSetup 0.4, ownWords -0.83, past 0.37, persona -0.36, pretence 0.14, prior 0.4,
putIn -0.71, question -0.17, reach 0.4, reply -0.12, replyOrder 0.32, reveal 0.27,
rules 0.4, secret -0.51, secretQuestion 0.4, sendOff 0.4, speaker 0.18, swap 0.33,
systemText 0.3, toYou 0.4, unbound -0.8, unshown 0.4, useTool 0.22, whenAsked -0.47,
wordForWord -0.19; aboutSecurity -0.12, address 0.4, advert -0.71, answerAs 0.39,
assistant -0.69, courtesy -0.53, money 0.28, order 0.4, override -0.48,
overrideOrder -0.3, ownSetup -0.35, ownWords 0.13, past -0.17, persona 0.18,
pretence -0.77, prior -0.77, putIn 0.4, question -0.4, reach 0.29, reply 0.21,
replyOrder -0.3, reveal 0.39, rules -0.82, secret -0.92, sendOff -0.95, speaker 0.4,
swap 0.16, systemText -0.74, theUser 0.4, toYou -0.61, unbound -0.26, useTool -0.16,
wordForWord -1.05; address 0.3, advert 0.63, aheadOfTask 1.09, always 0.38, assistant 1,
authority 0.91, authorityTag 0.3, capitals 0.4, codeOffer 0.21, courtesy -0.33,
fence 0.42, memory 0.38, money 0.9, noQuestion 0.39, oddForm 0.25, only 0.15,
override 1.06, overrideOrder 0.36, ownSetup 0.12, ownWords -1.43, past 0.15,
placeholder 0.15, putIn 0.53, reply 0.17, replyOrder 0.54, rules 0.39, secret 1,
secretly 0.45, sendOff 1, speaker 0.15, swap 0.49, theUser 1, toYou -0.59, todo 0.32,
toolCall 0.57, unbound 0.14, unshown 0.49, useTool 1, wordForWord 0.13; advert,
+reply 0.79, aheadOfTask 0.49, always 0.3, answerAs 1, authority 0.83, capitals 0.24,
courtesy 0.16, memory 0.25, money 0.47, oddForm 0.17, only 0.11, order 0.36,
ownWords -0.31, past -0.84, pretence 0.86, putIn 0.88, question -0.93, reply 1.69,
replyOrder 0.55, swap 0.1, systemText 0.2, theUser 0.47, toYou -1.19, todo 0.3,
unshown 0.13, useTool 0.29, whenAsked 0.39; aheadOfTask 0.72, answerAs 0.11,
courtesy 0.37, money 0.55, order 0.95, ownWords 0.23, past 0.4, prior 0.37, putIn 0.43,
question 0.31, rules 0.33, secret 0.24, sendOff 0.39, swap 0.25, theUser 1.03, toYou 0.3,
useTool 1.15; always, assistant 0.37, capitals 0.3, courtesy -0.53, memory 0.59,
only 0.17, override 0.7, ownSetup 0.5, ownWords -0.27, past -0.52, persona 0.27,
prior 0.3, putIn 1, question 0.25, rules 0.62, secretly 0.46, sendOff 0.39, template 0.23,
theUser 0.8, toYou 0.18, unbound 0.83, unshown 0.34, whenAsked 0.73; answerAs -0.12,
authorityTag 0.46, capitals 0.41, codeOffer 0.2, courtesy 0.15, fence 0.13,
noQuestion 0.13, oddForm 1.19, overrideOrder 1.01, ownWords -0.39, persona 0.44,
pretence 0.78, prior 0.2, question -0.38, reply 0.5, rules 0.42, secret 1,
secretQuestion 0.51, secretly 0.1, speaker 1.04, swap 0.36, systemText 1.29,
template 0.89, theUser 0.52, unshown 0.97, whenAsked 1.13; assistant -0.39,
authority 1.85, capitals 0.33, courtesy 0.4, ownWords 0.31, past -0.93, persona 0.52,
pretence 0.9, putIn 0.23, question -0.26, replyOrder 0.13, reveal 0.31, secret 0.12,
sendOff 0.3, speaker 1.15, template 0.62, toYou 0.11, unbound 2.12, useTool 0.62;
authority, capitals 0.55, courtesy -0.48, only 0.21, order 0.83, override 0.42,
ownWords 0.4, past -0.54, persona 0.21, putIn 0.98, question 0.32, reveal 0.98,
secretQuestion 0.65, toYou 0.4, unshown 0.16, useTool 0.97, whenAsked 1.12,
wordForWord 0.3; authorityTag 0.71, +order 1.59, money 0.15, order 1.59, ownWords 0.33,
putIn 0.36, question 0.31, rules 0.39, secret 0.16, sendOff 0.13, theUser 0.31,
toYou 0.19, useTool 0.58; capitals 0.3, courtesy 0.35, fence 0.27, money 0.3, order 1,
ownWords 0.4, past 0.4, persona 0.1, putIn 0.53, question 0.4, reveal 0.27, rules 0.12,
secret 0.32, sendOff 0.16, swap 0.11, theUser 0.22, toYou 0.4, useTool 0.68,
wordForWord 0.17; codeOffer 0.13, +reach 0.28, fence 0.61, order 0.19, reach 0.28,
toYou 0.17; courtesy -0.35, fence 0.17, noQuestion 0.22, oddForm 0.4, only 0.4,
override 0.4, overrideOrder -0.24, ownSetup 0.4, ownWords 0.4, past -1.2, persona 0.4,
pretence 0.4, prior -0.24, question 0.31, reply -1.34, replyOrder -0.85, reveal 0.11,
rules -1.37, secret 0.4, secretQuestion 0.18, secretly 0.27, sendOff -0.77, shout -0.15,
speaker 0.27, swap 0.18, systemText 0.4, toYou -0.3, todo -0.22, unbound 0.4,
unshown 0.11, useTool 0.22, whenAsked 0.4, wordForWord 0.13; disguised 0.25; edge 0.13,
order 0.32, ownWords 0.1, putIn 0.24, reveal 0.17, rules 0.2, toYou 0.13, useTool 0.14;
encoded 2.31; examples -0.12; fence 0.23, +reach 0.76, order 0.49, ownWords 0.27,
placeholder 0.15, question -0.35, reach 0.76, toYou 0.4; hiddenInWord 0.98;
hiddenTags 0.88; memory 0.3, money 0.22, noQuestion 0.27, only 0.23, order 0.24,
override 0.21, ownWords -0.24, prior 0.46, putIn 1, question 0.4, swap 0.24, theUser 0.83,
toYou -0.59, useTool 0.21, whenAsked 0.27, wordForWord 0.54; money, noQuestion 0.41,
oddForm 0.23, order 0.11, override 1.6, overrideOrder 0.31, ownSetup 0.31, ownWords -0.61,
past 0.35, question -0.44, rules 0.39, secretly 0.15, swap 0.38, template 0.24,
theUser 0.96, toYou -0.57, unbound 0.3, unshown 0.33, useTool 0.2; noQuestion 1.85,
order 1.02, override 0.19, ownWords 0.16, past -0.1, prior 0.42, putIn 0.45,
question 0.26, swap 0.26, theUser 0.28, toYou 0.4, useTool 0.89; oddForm 0.63, only 0.36,
order 0.49, ownWords -0.52, past -0.82, question -0.65, reply 1.08, replyOrder 0.27,
reveal 0.44, rules 0.58, swap 0.28, toYou 0.4; only 0.3, order 0.71, override 1.02,
ownWords -0.58, past -0.38, prior 0.45, putIn 0.45, question 0.4, replyOrder 0.22,
reveal 0.61, rules 0.49, secret 0.27, swap 0.11, theUser 0.67, toYou -0.38, unshown 0.47,
whenAsked 0.13, wordForWord 1.3; order -0.32, overrideOrder 0.24, ownSetup 0.77,
ownWords -0.12, past 0.4, prior 0.33, question 0.4, reply 0.57, rules 0.63,
secretQuestion 0.16, speaker 1.36, swap 0.72, systemText 0.79, template 0.95, toYou -0.51,
todo 0.1, unbound 0.11, unshown 0.52, wordForWord 0.72; override -0.12,
overrideOrder 0.43, ownSetup 0.38, ownWords 0.4, past -0.78, persona 0.73, pretence 0.52,
prior 0.87, putIn 0.77, question -0.42, reveal 2.31, rules 1.23, secret 0.16,
sendOff 0.87, theUser 0.49, toYou 0.24, unshown 0.48, whenAsked 0.51, wordForWord 0.77;
overrideOrder 0.49, ownSetup 0.34, ownWords 0.12, past -0.79, prior 0.99, putIn 0.59,
question -0.14, reveal 0.86, rules 0.16, toYou -0.56, unbound 0.79, wordForWord 0.18;
ownSetup 0.81, ownWords 0.4, past -0.18, prior 1, putIn 0.63, question 0.4, reveal 0.71,
rules 1.37, secret 0.31, sendOff 0.72, theUser 0.44, unbound 0.11, unshown 0.13,
useTool 0.38; ownWords -0.58, past 0.21, persona -0.36, pretence -0.67, prior 0.33,
putIn 0.14, question 0.4, reach 0.4, replyOrder -0.14, rules 0.4, secret 0.12,
secretQuestion 0.4, speaker 0.4, swap -0.27, systemText 0.4, theUser -0.37, toYou 0.13,
todo 0.4, unbound 0.4, unshown 0.4, useTool -0.18, whenAsked 0.4; past -0.5, persona 0.11,
pretence -0.61, prior -0.28, putIn 0.3, question 0.4, reply -0.37, reveal 0.4,
rules -0.13, secret 0.18, secretly 0.4, sendOff -0.68, speaker 0.4, swap -0.69,
systemText -0.61, template 0.11, theUser -0.59, toYou -0.15, unbound -0.19, unshown 0.4,
useTool 0.4, whenAsked -0.12, wordForWord 0.4; persona -0.38, prior 0.39, question 0.4,
reveal 0.36, rules 0.84, secret 1, todo 0.12, unbound 2.09, unshown 0.27;
placeholder -0.32, toYou -0.37; pretence 2.04, putIn 1.6, question 0.4, reveal 0.37,
rules 1.27, sendOff 1, theUser 0.5, toYou 0.4, unbound 0.17, unshown 0.18, useTool 0.6,
wordForWord 0.75; prior -0.49, question -0.61, replyOrder 0.4, secret 0.21,
secretQuestion 0.48, sendOff 0.3, speaker 0.23, theUser 0.68, toYou -0.35, unbound 1.35,
unshown 0.67, wordForWord 1.16; putIn -0.39, +reach 0.54, reach 0.71, reply 2.16,
speaker 0.84, template 1.19, theUser 1, unshown 0.5, whenAsked 0.98, wordForWord 0.41;
question 0.17, reach 0.4, replyOrder -0.11, reveal -0.61, rules -0.79,
secretQuestion 0.15, secretly 0.27, sendOff -0.27, shout 0.2, speaker 0.28, swap 0.4,
systemText 0.36, template 0.22, theUser 0.4, toYou 0.28, unbound -0.87, unshown 0.32,
useTool 0.14, whenAsked 0.4, wordForWord -0.23; reach 0.63, rules 1.09, sendOff 0.95,
toYou 0.4, unshown 0.16, useTool 0.88; reply 1.47, reveal 1.8, rules 0.87, secret 0.21,
sendOff 0.11, swap 0.18, theUser 0.16, toYou -1.66, unshown 0.25; replyOrder,
sendOff 0.93, toYou -0.29, useTool 0.28, whenAsked 0.46; reveal -0.25, rules 0.54,
secret 1, speaker 0.56, systemText 2.74, template 0.43, toYou 0.4, unshown 0.5; rules,
secretQuestion 0.1, speaker 0.53, template 0.8, toYou -0.18, todo 0.15, unbound 0.85,
unshown 0.44, wordForWord 0.65; secret, +sendOff 0.66, secretQuestion 1.29, sendOff 0.75,
speaker 0.11, theUser 0.61, toYou 0.32, unbound 0.72, unshown 0.28; secretQuestion 1.56,
sendOff 0.17, toYou 0.4; secretly -0.13, theUser 1.86, toYou 0.34; sendOff -0.35,
speaker 0.28, swap 0.12, theUser 0.31, toYou -0.44, unbound 1.11, unshown 0.6,
useTool 0.11, wordForWord 0.23; setting 3.56; shout 0.17; speaker 1.1, theUser 0.78,
toYou 0.32, unbound 0.12, useTool 0.55, wordForWord 0.16; swap, theUser 0.69, toYou -0.66,
useTool 0.6, wordForWord 0.73; systemText 1.12, toYou 0.4, useTool 0.17; template 1.06,
theUser 0.16, toYou 0.2, unbound 0.16, useTool 0.59; theUser 0.3, +noQuestion 0.28,
toYou 0.4, unbound 0.5, unshown 0.26, useTool 0.49; toYou 0.22, unbound 0.4, unshown 0.4,
whenAsked -1.75, wordForWord 0.13; todo, useTool 0.21; toolCall 1.96, useTool 1.19;
unbound 0.64, unshown 0.31, useTool 0.83; unshown 0.99, +order 1.45; useTool,
wordForWord 0.17; whenAsked 0.26, wordForWord 0.65; wordForWord 1.03
`;

/** The weight of each sign, in log odds. */
export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  TABLE.split(';').flatMap((row) => {
    const [[sign = '', own] = [], ...pairs] = row
      .split(',')
      .map((entry) => entry.trim().split(' '));
    return [
      ...(own === undefined ? [] : [[sign, Number(own)] as const]),
      ...pairs.map(([other, weight]) => [`${sign}+${other}`, Number(weight)] as const),
    ];
  }),
);
