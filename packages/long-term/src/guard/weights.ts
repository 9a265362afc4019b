// Made by `node tools/guard-scorer/fit.mjs`: do not change it by hand. A test fits it again.

/** Log odds of a text without any sign. */
export const BIAS = -2.55;

/** A row for each sign: its own weight, and that of each pair that it is the first of. */
const TABLE = `
aQuestion -0.38, aboutSecurity 0.24, address 0.39, advert 0.32, always -0.33,
answerAs 0.4, assistant -1.08, authority -0.37, capitals 0.18, codeOffer 0.16,
courtesy 0.17, examples -0.18, memory -0.34, oddForm 0.4, order -0.45,
overrideOrder -0.23, ownSetup 0.4, ownWords -0.81, past 0.4, persona -1.37, pretence 0.4,
prior 0.4, putIn -0.27, question -0.21, reach 0.4, reply -0.68, reveal 0.4, rules 0.4,
secret -0.19, secretQuestion 0.4, swap 0.21, systemText 0.37, template 0.28, theUser 0.24,
toYou 0.4, todo -0.25, unbound -0.69, unshown 0.4, useTool -0.33, whenAsked -0.2,
wordForWord -0.32; aboutSecurity -0.11, address 0.4, aheadOfTask 0.21, always 0.4,
answerAs 0.36, assistant -0.14, authority 0.4, authorityTag 0.12, courtesy 0.4,
money -0.23, only 0.4, order 0.4, override -0.5, overrideOrder -0.47, ownSetup -2,
ownWords 0.36, persona -0.59, pretence -0.55, prior -0.98, putIn 0.4, question -0.34,
reach 0.4, reply 0.11, replyOrder -0.56, reveal -1.1, rules -1.04, secret -0.54,
sendOff -0.14, swap -0.17, systemText -1.39, theUser -0.17, toYou -0.97, todo -0.11,
unbound -0.62, unshown 0.2, useTool 0.4, wordForWord -1.7; address 0.3, advert 0.23,
aheadOfTask 0.87, assistant 1, authority 1.07, authorityTag 0.17, capitals 0.54,
codeOffer 0.31, courtesy -0.35, memory 0.45, money 0.73, noQuestion 0.52, override 1.3,
ownWords -0.31, past 0.29, persona 0.27, placeholder 0.18, prior 0.53, putIn 0.54,
question -0.19, reach 0.41, reply 0.19, replyOrder 0.21, rules 0.75, secret 1,
secretly 0.15, sendOff 1, speaker 0.25, theUser 1, toYou -0.72, toolCall 1.06,
unshown 0.18, useTool 1; advert 0.23, +reply 1.8, aheadOfTask 0.19, always 0.42,
answerAs 0.91, assistant 0.26, authority 0.97, capitals 0.19, courtesy 0.4, money 0.54,
only 0.32, override 1.04, ownWords 0.31, past -0.52, persona 0.33, pretence 0.87,
putIn 0.57, question -0.63, reply 1.67, replyOrder 0.22, reveal 0.6, secretly 0.21,
sendOff 0.56, systemText 0.47, theUser 0.97, toYou -1.14, todo 0.24, unshown 0.21,
whenAsked 1.08; aheadOfTask 0.69, always 0.15, answerAs 0.34, courtesy 0.4, money 0.49,
order 1.06, ownWords 0.12, past 0.4, putIn 0.66, question 0.31, reveal 0.44, rules 0.83,
secret 0.1, sendOff 0.26, swap 0.1, theUser 1.14, toYou 0.27, unshown 0.11, useTool 1.18,
wordForWord 0.33; always -0.4, assistant 0.19, capitals 0.28, memory 1,
overrideOrder 0.84, ownSetup 0.3, ownWords -0.24, past -0.49, persona 0.76, prior 0.59,
putIn 1, secretly 0.38, sendOff 0.24, theUser 1, toYou 0.4, unbound 1.29, unshown 0.22,
whenAsked 1.57, wordForWord 0.48; answerAs, authority 0.49, authorityTag 0.23,
capitals 0.45, courtesy 0.25, edge 0.19, oddForm 0.75, only 0.37, override 0.79,
past -0.6, persona 0.69, pretence 1.25, prior 0.55, reach 0.51, reply 0.15, secret 1,
secretQuestion 0.16, speaker 0.78, template 1.36, theUser 0.7, toYou 0.14, unshown 1.33,
whenAsked 1.4; assistant -0.32, authority 2.27, capitals 0.19, courtesy 0.4, money 0.42,
ownWords 0.4, past -0.91, persona 0.61, pretence 0.77, putIn 0.7, question 0.4,
reply 0.14, replyOrder 0.15, sendOff 0.46, speaker 1.12, template 0.75, toYou 0.17,
unbound 2.45, unshown 0.17, useTool 0.11; authority -0.44, capitals 0.51, courtesy 0.17,
money 0.53, order 0.84, override 0.18, ownSetup 0.12, past -1.73, putIn 0.75,
question 0.4, reveal 1.36, secretQuestion 0.66, sendOff 0.74, toYou 0.4, useTool 1.49;
authorityTag 0.74, +order 1.68, money 0.23, order 1.68, ownWords 0.19, past 0.13,
prior 0.16, putIn 0.31, question 0.3, reveal 0.32, rules 0.45, sendOff 0.14, toYou 0.36,
useTool 0.39; capitals 0.3, courtesy 0.35, fence 0.12, money 0.15, order 0.79,
override 0.16, ownWords 0.4, past 0.16, pretence 0.45, prior 0.16, putIn 0.62,
question 0.25, reply 0.15, rules 0.18, sendOff 0.18, shout 1.04, theUser 0.15, toYou 0.4,
unbound 0.27, wordForWord 0.17; codeOffer 0.16, +reach 0.26, fence 0.79, order 0.16,
ownWords 0.25, reach 0.26, sendOff 0.22, toYou 0.38; courtesy -0.52, memory 0.4,
oddForm 0.4, only 0.4, order -0.33, override 0.13, overrideOrder 0.4, ownSetup 0.4,
ownWords 0.4, persona 0.4, prior 0.16, putIn -0.11, question 0.15, reply -0.72,
replyOrder 0.22, reveal 0.28, rules -1.8, secret 0.4, sendOff -0.61, shout -0.52,
speaker 0.27, swap -0.71, systemText -0.16, theUser -0.24, toYou -0.5, todo -0.55,
unbound 0.29, unshown 0.26, useTool 0.4, whenAsked 0.4, wordForWord 0.4; disguised 0.8;
edge 0.15, money 0.13, order 0.29, ownWords 0.26, putIn 0.35, question 0.17; encoded 2.42;
examples, toYou 0.24; fence, +reach 0.65, order 0.7, override 0.4, ownWords -0.63,
question -0.7, reach 0.65, toYou 0.4, unshown 0.17; hiddenInWord 1.22; hiddenTags 1.41;
memory 0.3, money 0.36, noQuestion 0.11, order 0.62, ownWords -0.14, prior 0.62, putIn 1,
question 0.4, reveal 0.17, swap 0.58, theUser 0.94, toYou -0.34, unbound 0.68,
unshown 0.12, useTool 0.41, whenAsked 0.18, wordForWord 0.34; money, noQuestion 0.4,
only 0.61, override 0.73, overrideOrder 0.3, ownWords -0.38, pretence 0.45, question 0.4,
reply 0.57, rules 0.54, sendOff 0.77, speaker 0.29, swap 0.21, systemText 0.36,
template 0.66, theUser 0.38, toYou -0.48, unshown 0.26, useTool 0.77; noQuestion 2.5,
order 1.27, ownWords 0.27, past -0.36, prior 0.27, putIn 0.92, sendOff 0.58, swap 0.21,
toYou 0.27, useTool 0.81; oddForm 0.77, order 1.11, ownWords -0.6, question 0.34,
reply 1.01, replyOrder 1.17, reveal 0.43, rules 0.92, toYou 0.35; only 0.29, order 0.36,
override 0.68, ownSetup 0.39, ownWords -1.18, past -0.34, prior 0.36, putIn 0.21,
question 0.4, reply 0.11, reveal 0.56, swap 0.25, theUser 0.11, toYou -0.28, unbound 0.47,
unshown 0.74, useTool 0.26, wordForWord 1.54; order -0.26, overrideOrder 0.11,
ownSetup 0.55, ownWords -0.42, past 0.4, prior 0.42, question 0.4, reply 1.14, rules 0.32,
shout 0.55, speaker 1.69, swap 0.97, systemText 0.63, template 1.47, theUser 0.74,
toYou -0.37, toolCall 0.74, unshown 0.65, wordForWord 0.36; override -0.33,
overrideOrder 0.32, past -0.35, persona 0.39, pretence 0.25, prior 0.93, putIn 0.81,
question -0.69, reply 0.24, replyOrder 0.23, reveal 1.96, rules 1.52, sendOff 0.32,
shout 0.17, systemText 0.29, theUser 0.91, toYou -0.32, todo 0.25, unshown 0.74,
wordForWord 1.27; overrideOrder 0.13, ownSetup 0.45, ownWords -0.37, pretence 0.18,
prior 0.46, putIn 1.16, question -0.35, reveal 0.58, theUser 0.66, toYou -0.18,
unbound 1.12; ownSetup 0.49, ownWords 0.4, past -0.66, prior 0.59, putIn 0.29,
question 0.4, reveal 1.13, rules 1.95, secret 0.73, sendOff 0.22, speaker 0.11,
systemText 0.43, theUser 0.1, toYou 0.4; ownWords -0.59, past 0.21, persona -0.25,
placeholder -0.52, pretence -0.29, prior 0.31, putIn -0.41, question 0.4, reach 0.4,
reply 0.4, rules 0.4, secretQuestion 0.4, secretly 0.4, sendOff -0.83, speaker 0.4,
systemText 0.4, template -0.22, theUser -0.35, toYou 0.34, unbound 0.39, unshown 0.4,
useTool 0.29, whenAsked -0.58, wordForWord 0.3; past -0.2, persona 0.4, pretence -0.8,
prior -0.74, putIn 0.27, question 0.4, reply 0.2, replyOrder 0.25, reveal 0.4,
secretQuestion 0.11, sendOff -0.42, swap 0.18, theUser -0.62, toYou -0.3, todo 0.17,
unshown 0.4, useTool -0.41, whenAsked -0.76, wordForWord -0.31; persona -0.3, prior 0.83,
reveal 0.11, rules 1, secret 0.47, toYou 0.26, unbound 2.05, unshown 0.21,
wordForWord 0.12; placeholder -0.39, reach 0.78, toYou -0.22; pretence 2.43, putIn 1.37,
question 0.4, reveal 0.73, rules 1.09, sendOff 0.91, swap 0.66, theUser 0.26, toYou 0.4,
useTool 0.13, wordForWord 0.53; prior -0.36, replyOrder 0.84, secretQuestion 0.16,
speaker 0.15, theUser 0.29, toYou -0.34, unbound 1.09, unshown 0.28, wordForWord 1.2;
putIn -0.64, +reach 1.07, question -0.26, reach 0.9, reply 1.88, rules 0.15, speaker 0.68,
template 0.68, theUser 1, toYou -0.17, unshown 0.43, whenAsked 1.18; question, reach 0.4,
reply 0.35, replyOrder -0.23, reveal -1, rules -0.59, sendOff 0.4, speaker 0.4,
systemText 0.4, template 0.4, theUser 0.4, toYou -0.34, todo -0.28, unbound -0.62,
unshown 0.4, useTool -0.31, whenAsked 0.33, wordForWord 0.4; reach 0.81, sendOff 1.14,
useTool 1.1; reply 1.56, reveal 0.7, rules 0.78, secret 0.18, sendOff 0.21, swap 0.58,
toYou -1.86, unbound 0.37, unshown 0.23, useTool 0.36; replyOrder -0.15, +fence 0.16,
secret 0.66, theUser 0.52, toYou 0.22, unbound 0.37, unshown 0.28, whenAsked 0.11;
reveal -0.12, rules 0.61, secret 0.63, secretly 0.41, speaker 0.74, systemText 2.28,
template 0.59, toolCall 0.37, unshown 0.88; rules, speaker 0.53, systemText 0.3,
template 0.72, unbound 0.77, unshown 0.31, wordForWord 1.12; secret 0.19, +sendOff 0.77,
secretly 0.41, sendOff 0.4, speaker 0.14, toYou 0.27, unbound 1.18, unshown 0.43,
whenAsked 0.17; secretQuestion 1.93, toYou 0.4; secretly 0.35, sendOff 0.35, theUser 1.56,
toYou 0.4; sendOff -0.34, speaker 0.16, theUser 0.35, toYou -0.42, todo 0.14,
toolCall 0.37, unbound 0.29, unshown 0.46, useTool 1; setting 3.68; shout 0.35;
speaker 1.13, theUser 0.69, toYou 0.4, unbound 0.22, useTool 0.59, wordForWord 0.17;
swap -0.33, theUser 1, toYou -0.3, unbound 0.1, unshown 0.31, useTool 0.98,
wordForWord 0.17; systemText 1, toYou 0.4, unshown 0.12; template 0.65, theUser 0.21,
toYou -0.31, unbound 0.36, useTool 0.79, wordForWord 0.24; theUser 0.3, toYou 0.4,
unbound 0.16, unshown 0.51, useTool 0.24; toYou 0.3, todo -1.07, unbound 0.4, unshown 0.4,
useTool 0.36, whenAsked -2, wordForWord -0.25; toolCall 1.94, useTool 0.93; unbound,
unshown 0.21, whenAsked 0.16; unshown 1.18, +order 1.09, useTool 0.26, whenAsked 0.56,
wordForWord 0.11; useTool -0.3; whenAsked 0.1, wordForWord 0.3; wordForWord 0.54
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
