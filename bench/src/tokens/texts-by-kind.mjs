// @ts-check

/**
 * Texts of every script in use today, of symbols and of data, by kind, written for this benchmark: a few
 * plain sentences, or, in the rarest scripts, words and names in a row. The estimator's prices were not
 * fitted on them.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const TEXTS_BY_KIND = {
  latin: [
    `Le bus de sept heures n'est pas passé ce matin, alors nous avons marché jusqu'à la gare sous une pluie fine. Ma sœur riait parce que j'avais oublié mon parapluie chez le boulanger.`,
    `Gestern haben wir den alten Schrank in den Keller getragen. Die Nachbarin hielt uns die Tür auf und erzählte, dass ihr Großvater genau so einen Schrank selbst gebaut habe.`,
    `Mañana abrimos la tienda un poco más tarde porque llega el camión con las sillas nuevas. Si necesitas algo antes, deja un mensaje en la oficina y te llamamos enseguida.`,
    `A minha avó guarda as receitas numa caixa de lata azul. Quando chove, fazemos um bolo de laranja e esperamos que o pão cresça perto do fogão.`,
    `Domenica scorsa siamo andati al lago con le biciclette. Il vento era forte, ma il panino al formaggio mangiato sulla riva è stato il migliore dell'anno.`,
    `De buurman heeft zijn fiets weer gevonden. Iemand had hem achter de schuur gezet, netjes op slot, met een briefje erbij dat de band lek was.`,
    `Wczoraj wieczorem zgasło światło w całej dzielnicy. Siedzieliśmy przy świecach, piliśmy herbatę z cytryną i słuchaliśmy, jak dziadek opowiada o swojej pierwszej podróży nad morze.`,
    `Ráno jsme našli na zahradě ježka. Děti mu přinesly jablko, ale on si raději zalezl pod hromadu listí a spal tam až do večera.`,
    `A vonat fél órát késett, ezért a pályaudvaron vettünk két pogácsát. Egy idős bácsi hegedült, és mindenki megállt egy percre, hogy meghallgassa.`,
    `Naapurin koira karkasi eilen metsään ja palasi vasta illalla märkänä ja iloisena. Lapset kuivasivat sen pyyhkeellä ja antoivat sille lämmintä ruokaa.`,
    `Dün akşam komşumuz bize bir tabak sıcak börek getirdi. Çay demledik, balkonda oturduk ve çocukların sokakta top oynamasını izledik.`,
    `Sáng nay mẹ tôi đi chợ mua cá và rau. Trời mưa to nên bà phải đứng chờ dưới mái hiên của một quán cà phê nhỏ gần bến xe.`,
    `Kemarin kami membersihkan halaman bersama tetangga. Setelah selesai, ibu menyiapkan teh manis dan pisang goreng untuk semua orang yang membantu.`,
    `Jana jioni tulikaa nje ya nyumba tukisikiliza hadithi za babu. Mvua ilianza kunyesha, lakini watoto hawakutaka kuingia ndani mpaka hadithi imalizike.`,
    `Ní àná, a lọ sí ọjà pẹ̀lú ìyá mi láti ra iṣu àti ẹja. Òjò bẹ̀rẹ̀ sí í rọ̀, a sì dúró lábẹ́ igi ńlá kan títí ó fi dá.`,
    `Aethom i lan y môr ddoe gyda'r plant. Roedd y gwynt yn oer, ond cawsom hufen iâ yr un fath, a cherdded ar hyd y traeth tan iddi nosi.`,
  ],
  greek: [
    `Χθες το βράδυ κόπηκε το ρεύμα και ανάψαμε κεριά. Η γιαγιά μάς διηγήθηκε πώς γνώρισε τον παππού σε ένα πλοίο που πήγαινε στην Κρήτη, και κανείς δεν ήθελε να κοιμηθεί.`,
  ],
  kazakh: [
    `Кеше ауылдан әжем келді. Ол бізге құрт пен бауырсақ әкелді, ал кешке қарай ескі домбырасын алып, балаларға күй тартып берді.`,
  ],
  armenian: [
    `Երեկ երեկոյան մենք նստած էինք պատշգամբում և թեյ էինք խմում։ Հարևանը պատմեց, որ իր այգում այս տարի շատ խնձոր կա, և խոստացավ մեզ մի զամբյուղ բերել։`,
  ],
  georgian: [
    `გუშინ საღამოს მეზობელმა ყურძენი მოგვიტანა. ბავშვები ეზოში თამაშობდნენ, ბებია კი პურს აცხობდა და ძველ ამბებს გვიყვებოდა.`,
  ],
  hebrew: [
    `אתמול בערב ישבנו במרפסת ושתינו תה עם נענע. השכנה סיפרה שהחתול שלה נעלם לפני יומיים, וכולנו ירדנו לרחוב לחפש אותו עד שהחשיך.`,
  ],
  arabic: [
    `ذهبنا صباح أمس إلى السوق لنشتري الخبز والزيتون. كان المطر خفيفا، فوقفنا قليلا تحت مظلة المقهى وتحدثنا مع بائع الكتب القديمة عن أيام المدرسة.`,
    `دیروز عصر همسایهٔ ما یک سبد انار آورد. مادرم چای دم کرد و همه دور میز نشستیم و از سفر پارسال به کنار دریا حرف زدیم.`,
    `کل شام ہم سب چھت پر بیٹھے تھے اور چائے پی رہے تھے۔ دادا جان نے اپنے بچپن کی کہانی سنائی جب وہ پیدل اسکول جایا کرتے تھے۔`,
  ],
  syriac: [
    `ܫܠܡܐ ܠܟܘܢ ܚܒܪ̈ܐ. ܐܢܐ ܐܬܝܬ ܡܢ ܡܕܝܢܬܐ ܪܒܬܐ. ܝܘܡܢܐ ܫܦܝܪܐ ܗܘ ܘܫܡܫܐ ܢܗܝܪ. ܐܒܐ ܘܐܡܐ ܘܒܢ̈ܝܐ ܐܟܠܝܢ ܠܚܡܐ ܘܫܬܝܢ ܡܝ̈ܐ ܒܒܝܬܐ.`,
  ],
  thaana: [`އަހަރެން މިއަދު ސްކޫލަށް ދިޔައިން. ވާރޭ ވެހެމުން ދިޔަ ނަމަވެސް ކުދިން ކުޅެން އުޅުނެވެ. މަންމަ ގޭގައި މަސްހުނި އަދި ރޮށި ތައްޔާރުކުރިއެވެ.`],
  nko: [`ߊߟߎ߫ ߣߌ߫ ߛߐ߰ߡߊ߬. ߒ ߓߘߊ߫ ߣߊ߬ ߞߊ߬ ߝߘߏ߬ ߖߌ߰. ߡߏ߬ߛߏ ߣߌ߫ ߗߍ߬ ߓߍ߯ ߦߋ߫ ߓߊ߯ߙߊ ߞߍ߫ ߟߊ߫ ߛߏ ߞߣߐ߫. ߘߋ߲ߠߎ߬ ߦߋ߫ ߕߟߏ߲ ߠߊ߫.`],
  devanagari: [
    `कल शाम हम सब छत पर बैठकर चाय पी रहे थे। अचानक बारिश शुरू हो गई और बच्चे खुशी से चिल्लाते हुए आँगन में भाग गए। दादी ने पकौड़े तले और पुराने दिनों की बातें सुनाईं।`,
    `काल संध्याकाळी आम्ही नदीकाठी फिरायला गेलो होतो. पाऊस थांबला होता आणि आकाशात सुंदर इंद्रधनुष्य दिसत होते. परत येताना बाजारातून फुले आणली.`,
  ],
  bengali: [
    `গতকাল বিকেলে আমরা নদীর ধারে বেড়াতে গিয়েছিলাম। হঠাৎ বৃষ্টি নামল, তাই একটা ছোট চায়ের দোকানে বসে গল্প করলাম আর গরম চা খেলাম।`,
  ],
  gurmukhi: [
    `ਕੱਲ੍ਹ ਸ਼ਾਮ ਅਸੀਂ ਸਾਰੇ ਵਿਹੜੇ ਵਿੱਚ ਬੈਠ ਕੇ ਚਾਹ ਪੀ ਰਹੇ ਸੀ। ਦਾਦੀ ਜੀ ਨੇ ਆਪਣੇ ਪਿੰਡ ਦੀਆਂ ਗੱਲਾਂ ਸੁਣਾਈਆਂ ਅਤੇ ਬੱਚੇ ਧਿਆਨ ਨਾਲ ਸੁਣਦੇ ਰਹੇ।`,
  ],
  gujarati: [
    `ગઈકાલે સાંજે અમે બધા બગીચામાં ફરવા ગયા હતા. રસ્તામાં એક નાની દુકાનમાંથી ગરમ ભજિયાં લીધાં અને વરસાદ બંધ થાય ત્યાં સુધી ત્યાં જ ઊભા રહ્યા.`,
  ],
  odia: [`ଗତକାଲି ସନ୍ଧ୍ୟାରେ ଆମେ ସମସ୍ତେ ନଦୀ କୂଳକୁ ବୁଲିବାକୁ ଯାଇଥିଲୁ। ବର୍ଷା ଆସିଲା, ତେଣୁ ଆମେ ଗଛ ତଳେ ଠିଆ ହୋଇ ଗପ କଲୁ।`],
  tamil: [
    `நேற்று மாலை நாங்கள் அனைவரும் கடற்கரைக்குச் சென்றோம். திடீரென்று மழை பெய்தது, அதனால் ஒரு சிறிய கடையில் நின்று சூடான தேநீர் குடித்தோம்.`,
  ],
  telugu: [
    `నిన్న సాయంత్రం మేమందరం తోటలో కూర్చుని టీ తాగాము. అకస్మాత్తుగా వర్షం మొదలైంది, పిల్లలు ఆనందంగా అరుస్తూ ఇంట్లోకి పరుగెత్తారు.`,
  ],
  kannada: [
    `ನಿನ್ನೆ ಸಂಜೆ ನಾವೆಲ್ಲರೂ ಕೆರೆಯ ದಡದಲ್ಲಿ ನಡೆದಾಡಿದೆವು. ಮಳೆ ಬರುತ್ತಿತ್ತು, ಆದರೂ ಮಕ್ಕಳು ಮನೆಗೆ ಬರಲು ಒಪ್ಪಲಿಲ್ಲ. ಅಜ್ಜಿ ಬಿಸಿ ಕಾಫಿ ಮಾಡಿದರು.`,
  ],
  malayalam: [
    `ഇന്നലെ വൈകുന്നേരം ഞങ്ങൾ എല്ലാവരും കടൽത്തീരത്ത് പോയി. പെട്ടെന്ന് മഴ പെയ്തതുകൊണ്ട് ഒരു ചെറിയ കടയിൽ കയറി ചായ കുടിച്ചു.`,
  ],
  sinhala: [`ඊයේ හවස අපි හැමෝම ගඟ අයිනේ ඇවිදින්න ගියා. එකපාරටම වැස්ස පටන් ගත්තා, ඒ නිසා පොඩි කඩේකට ගිහින් තේ බිව්වා.`],
  thai: [
    `เมื่อวานตอนเย็นเราเดินเล่นริมแม่น้ำด้วยกัน ฝนตกลงมากะทันหันเลยต้องเข้าไปหลบในร้านกาแฟเล็ก ๆ แล้วก็นั่งคุยกันจนฝนหยุด`,
  ],
  lao: [`ມື້ວານຕອນແລງພວກເຮົາໄປຍ່າງຫຼິ້ນແຄມແມ່ນ້ຳຂອງ. ຝົນຕົກແຮງຫຼາຍ ພວກເຮົາເລີຍແວ່ກິນເຂົ້າປຽກຢູ່ຮ້ານນ້ອຍໆ.`],
  tibetan: [
    `ཁ་སང་དགོང་དྲོ་ང་ཚོ་ཆུ་འགྲམ་ལ་འཆམ་འཆམ་ལ་ཕྱིན་པ་ཡིན། ཆར་པ་བབས་ནས་ཇ་ཁང་ཆུང་ཆུང་ཞིག་ཏུ་བསྡད་དེ་ཇ་འཐུངས་པ་ཡིན།`,
  ],
  myanmar: [
    `မနေ့ညနေက ကျွန်တော်တို့ မြစ်ကမ်းဘေးမှာ လမ်းလျှောက်ခဲ့ကြတယ်။ မိုးရွာလာလို့ လက်ဖက်ရည်ဆိုင်လေးထဲ ဝင်ထိုင်ပြီး စကားပြောခဲ့ကြတယ်။`,
  ],
  khmer: [
    `ម្សិលមិញពេលល្ងាច យើងបានដើរលេងតាមមាត់ទន្លេ។ ភ្លៀងធ្លាក់ខ្លាំង ដូច្នេះយើងចូលអង្គុយក្នុងហាងកាហ្វេតូចមួយ ហើយនិយាយគ្នាលេង។`,
  ],
  ethiopic: [
    `ትናንት ማታ ከጎረቤቶቻችን ጋር በረንዳ ላይ ተቀምጠን ቡና ጠጣን። ልጆቹ በግቢው ውስጥ ይጫወቱ ነበር፤ አያቴም ስለ ድሮ ዘመን ታሪክ ነገረችን።`,
  ],
  cherokee: [`ᎣᏏᏲ ᎣᎩᎾᎵᎢ. ᎪᎯ ᎢᎦ ᎤᏍᏆᏂᎪᏗ ᎠᎹ ᎠᎴ ᎦᏚ. ᏧᎾᏍᏗ ᏗᏂᏲᏟ ᎠᎾᏁᎶᎲᏍᎦ ᏙᏱ ᎠᎴ ᎡᎳᏗ ᎠᏂᏬᏂᏍᎬ.`],
  canadian: [`ᐅᓪᓗᒥ ᓯᓚ ᐱᐅᔪᖅ. ᐊᓈᓇ ᐊᒻᒪᓗ ᐊᑖᑕ ᐃᖃᓗᒃᓯᐅᕆᐊᖅᑐᑦ ᑕᓯᕐᒧᑦ, ᓄᑕᖅᑲᑦ ᐱᙳᐊᖅᑐᑦ ᐃᒡᓗᐅᑉ ᓯᓚᑖᓂ ᐊᒻᒪ ᐃᒡᓚᖅᑐᑦ.`],
  mongolian: [
    `ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ ᠪᠢᠴᠢᠭ ᠨᠣᠮ ᠤᠨ ᠰᠠᠩ. ᠡᠭᠡ ᠠᠪᠤ ᠬᠡᠦᠬᠡᠳ ᠮᠣᠷᠢ ᠤᠨᠤᠵᠤ ᠭᠡᠷ ᠲᠡᠭᠡᠨ ᠢᠷᠡᠪᠡ ᠂ ᠰᠠᠶᠢᠨ ᠡᠳᠦᠷ ᠪᠣᠯᠪᠠ ᠃`,
  ],
  tifinagh: [`ⴰⵣⵓⵍ ⴼⵍⵍⴰⵡⵏ. ⵉⵎⵎⴰ ⴷ ⴱⴰⴱⴰ ⴷⴷⴰⵏ ⵖⵔ ⵓⵙⵓⵇ, ⵉⵛⵉⵔⵔⴰⵏ ⵜⵜⵓⵔⴰⵔⵏ ⴳ ⵜⵎⴰⵣⵉⵔⵜ ⴰⵔ ⵜⴰⴷⴳⴳⵯⴰⵜ.`],
  vai: [`ꕉꔤ ꖸ ꕢ ꔳ ꗏ ꖺ ꕮ. ꕒꔻ ꔷ ꖁꔘ ꕞꕌ ꖴꖸ ꗋꖺ ꔀꘋ ꕇ ꕚꕌ, ꗪ ꖷ ꕮ ꔎꔤ ꕘ.`],
  yi: [`ꆈꌠꁱꂷ ꉬꄒꀋꃅ ꊿꂷ ꋍꇖ ꌋꆀ ꌠꊨꏦ ꄉ ꐥꄷ ꀕꀋ ꏃꏅ ꇬꉐ ꊈꋅ ꑍꂘ ꃀꊭ.`],
  balinese: [`ᬩᬲᬩᬮᬶ ᬲᬸᬓ᭄ᬱ᭄ᬫ ᬫᬲᬭᬶ ᬅᬦᬓᬸ᭄ ᬳᬓ᭄ᬱᬭ ᬩᬵᬦ᭄ᬢᬾᬦ᭄ ᬧᬸᬭ ᬕᬸᬦᬸᬂ ᬬᬾᬄ ᬲᬶᬫ᭄ᬧᬂ᭞ ᬤᬾᬰ ᬓᬮ ᬧᬢ᭄ᬭ᭟`],
  javanese: [`ꦱꦸꦒꦼꦁ ꦲꦺꦚ꧀ꦗꦁ꧈ ꦏꦸꦭ ꦧꦢꦺ ꦏꦺꦱꦃ ꦢꦠꦼꦁ ꦥꦼꦏꦺꦤ꧀ ꦠꦸꦩ꧀ꦧꦱ꧀ ꦮꦺꦴꦲꦶ ꦭꦤ꧀ ꦱꦺꦒ꧉ ꦧꦥꦏ꧀ ꦤꦶꦠꦶꦃ ꦱꦥꦶ꧉`],
  sundanese: [`ᮝᮤᮜᮥᮏᮨᮀ ᮞᮥᮙ᮪ᮕᮤᮀ᮪ ᮃᮘ᮪ᮓᮤ ᮘᮦᮛᮀ ᮊᮨᮠᮓᮥ ᮕᮞᮁ ᮙᮩᮜᮤ ᮞᮍᮥ ᮏᮩᮀ ᮜᮅᮊ᮪ ᮘᮛᮀ ᮆᮙᮃ ᮃᮕ.`],
  adlam: [`𞤶𞤢𞤲𞤺𞤮 𞤢𞥄𞤣𞤢𞤥𞤢 𞤬𞤵𞥅 𞤣𞤭𞤥𞤭𞤲. 𞤥𞤭𞤲 𞤱𞤢𞤪𞤭 𞤺𞤢𞤤𞤤𞤫 𞤸𞤢𞤲𞤳𞤭, 𞤧𞤵𞤳𞤢𞤩𞤫 𞤬𞤭𞤶𞤢 𞤫 𞤲𞤣𞤭𞤴𞤢𞤥 𞤫 𞤲𞤢'𞤭.`],
  chakma: [`𑄌𑄋𑄴𑄟𑄳𑄦 𑄇𑄧𑄙 𑄥𑄪𑄘𑄮𑄟𑄴. 𑄟𑄪𑄭 𑄊𑄧𑄢𑄧𑄖𑄴 𑄃𑄬𑄌𑄴𑄎𑄬 𑄃𑄃𑄇𑄴𑄇𑄧𑄢𑄴 𑄛𑄧𑄢𑄧𑄁, 𑄚𑄧𑄘𑄩𑄢𑄴 𑄛𑄚𑄨 𑄌𑄬𑄁.`],
  meetei: [`ꯃꯩꯇꯩ ꯃꯌꯦꯛ ꯇꯝꯃꯤ. ꯑꯩꯈꯣꯌ ꯉꯔꯥꯡ ꯀꯩꯊꯦꯜꯗ ꯆꯠꯂꯨꯏ, ꯉꯥ ꯑꯃꯁꯨꯡ ꯍꯩ ꯂꯩꯔꯝꯃꯤ, ꯅꯣꯡ ꯆꯨꯔꯛꯂꯤ.`],
  olChiki: [`ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ. ᱟᱞᱮ ᱫᱚ ᱦᱟᱹᱴ ᱞᱮ ᱥᱮᱱ ᱞᱮᱱᱟ, ᱫᱟᱠᱟ ᱟᱨ ᱦᱟᱹᱠᱩ ᱞᱮ ᱠᱤᱨᱤᱧ ᱠᱮᱜᱼᱟ, ᱫᱟᱜ ᱦᱮᱡ ᱮᱱᱟ.`],
  lisu: [`ꓡꓲꓢꓴ ꓥꓪꓰ ꓬꓱ ꓟꓳ. ꓮꓹ ꓡꓯ ꓫꓵ ꓙꓴ ꓠꓬ, ꓢꓲ ꓗꓪ ꓔꓯ ꓧꓬ ꓐꓯ ꓓꓬ.`],
  cham: [`ꨀꨇꩉ ꨌꩌ ꨨꨕꩍ ꨣꨴꨯꨱꨮ ꨓꨘꩃ ꨝꨤꩃ ꨠꨈꨪ ꨆꨧꨳ ꨗꨕꨴꨳ ꨚꨣ ꨥꨪꩀ ꨦꨪꨊꨮꨟ.`],
  hangul: [
    `어제저녁에 우리는 강가를 따라 천천히 걸었다. 갑자기 비가 쏟아져서 작은 찻집에 들어가 따뜻한 차를 마시며 비가 그치기를 기다렸다.`,
  ],
  kana: [
    `昨日の夕方、みんなで川沿いの道をゆっくり歩きました。急に雨が降ってきたので、小さな喫茶店に入って温かいお茶を飲みながら雨がやむのを待ちました。`,
    `コンピューターのメニューからプリンターをクリックし、サービスセンターへメールをください。デパートのレストランでチーズケーキとコーヒーをオーダーしました。`,
  ],
  han: [
    `昨天傍晚我们沿着河边慢慢散步，忽然下起了大雨，只好躲进一家小茶馆，一边喝热茶一边等雨停。老板说他在这里开店已经二十年了。`,
    `昨天傍晚我們沿著河邊慢慢散步，忽然下起了大雨，只好躲進一家小茶館，一邊喝熱茶一邊等雨停。老闆說他在這裡開店已經二十年了。`,
  ],
  mixed: [
    `The sign said "Добро пожаловать" and below it 欢迎光临, ようこそ and أهلا وسهلا. Our guide, Σοφία, laughed: „Überall dasselbe!“ Then we ordered चाय and two coffees ☕☕.`,
  ],
  maths: [
    `∀x ∈ ℝ ∃n ∈ ℕ: n > x. ∑_{k=1}^{n} k² = n(n+1)(2n+1)/6 ≤ n³, ∫₀^π sin θ dθ = 2, √2 ∉ ℚ, A ⊆ B ⇔ A ∩ B = A, ∂u/∂t = α∇²u, ¬(p ∨ q) ≡ ¬p ∧ ¬q, a × b ≠ 0, x ≈ 3·10⁸ ± 5 %, lim_{h→0} (f(x+h) − f(x))/h`,
  ],
  arrows: [
    `client → gateway → service ⇒ database; retry ↺ until ok ✓, else ↘ queue ↔ worker ⟶ log. Keys: ← ↑ → ↓, page ⇞ ⇟, back ↩, forward ↪, up ↗ and down ↙, x ↦ f(x), A ⇄ B`,
  ],
  boxTable: [
    `┌──────────┬────────┬───────────┐
│ City     │ Degree │ Wind      │
├──────────┼────────┼───────────┤
│ Graz     │ 14     │ calm      │
│ Porto    │ 19     │ from west │
│ Helsinki │ 6      │ strong    │
└──────────┴────────┴───────────┘
╔═══════╦══════╗
║ total ║ 4711 ║
╠═══════╬══════╣
║ open  ║ 12   ║
╚═══════╩══════╝`,
  ],
  emoji: [
    `😀 Good morning! 🎉🎂 See you at 8 ⏰ 🍕🍺 or tomorrow ☀️🏖️. Moving day 📦🚚🏠, thanks for the help 🙏❤️😅 and sorry about the plant 🌱💔😬`,
  ],
  joinedEmoji: [`👨‍👩‍👧‍👦 👩‍💻 🧑🏽‍🚀 👩🏾‍⚕️ 🏳️‍🌈 👨🏻‍🍳 🧑‍🤝‍🧑 👩‍🔬 🤷🏼‍♀️ 🐻‍❄️`],
  skinTones: [`👍🏻 👍🏽 👋🏿 🙌🏾 💪🏼 👏🏽 ✌🏿 🤝🏻 🙏🏾 👶🏽 👩🏼 🧑🏿`],
  flags: [`🇦🇹 🇵🇹 🇫🇮 🇯🇵 🇧🇷 🇰🇪 🇨🇦 🇮🇳 🇺🇦 🇳🇿 🇲🇽 🇬🇪`],
  braille: [`⠮ ⠟⠥⠊⠉⠅ ⠃⠗⠪⠝ ⠋⠕⠭ ⠚⠥⠍⠏⠎ ⠕⠧⠑⠗ ⠮ ⠇⠁⠵⠽ ⠙⠕⠛⠲ ⠺⠑ ⠗⠑⠁⠙ ⠃⠽ ⠞⠳⠡⠲`],
  markdownTable: [
    `| Plan | Seats | Price per month | Support |
| :--- | ---: | ---: | :---: |
| Free | 1 | 0 € | forum |
| Team | 10 | 49 € | mail, two days |
| Firm | 250 | 890 € | phone, one hour |`,
  ],
  program: [
    `export async function readRows<T>(url: URL, parse: (line: string) => T): Promise<readonly T[]> {
  const response = await fetch(url, { headers: { accept: 'text/csv' } });
  if (!response.ok) throw new Error(\`\${url.pathname} answered \${response.status}\`);
  return (await response.text()).split('\\n').slice(1).map((line) => parse(line.trim()));
}`,
    `class Basket:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._items: dict[str, int] = {}

    def add(self, sku: str, count: int = 1) -> None:
        self._items[sku] = self._items.get(sku, 0) + count

    def total(self, prices: dict[str, float]) -> float:
        return sum(prices[sku] * count for sku, count in self._items.items())`,
    `fn longest<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.iter().copied().max_by_key(|word| word.len())
}

#[test]
fn finds_the_longest() {
    assert_eq!(longest(&["oak", "willow", "ash"]), Some("willow"));
}`,
    `SELECT c.name, COUNT(o.id) AS orders, SUM(o.total) AS revenue
FROM customers AS c LEFT JOIN orders AS o ON o.customer_id = c.id
WHERE o.created_at >= '2025-01-01' AND c.country IN ('AT', 'PT')
GROUP BY c.name HAVING COUNT(o.id) > 3 ORDER BY revenue DESC LIMIT 20;`,
  ],
  minified: [
    `!function(e,t){"object"==typeof exports?module.exports=t():e.clock=t()}(this,function(){var n=0,r=[];function o(e){for(var t=0;t<r.length;t++)r[t](e)}return{on:function(e){r.push(e)},tick:function(){o(n+=1)},get now(){return n}}});`,
  ],
  jsonObject: [
    `{"order":{"id":"A-20931","customer":{"name":"Ana Reyes","tier":"gold"},"lines":[{"sku":"CH-14","quantity":2,"unitPrice":89.5},{"sku":"LA-02","quantity":1,"unitPrice":35}],"shipped":false,"note":null,"createdAt":"2026-03-14T08:21:00Z"}}`,
  ],
  hex: [
    `9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 0x7ffee4b2 0x00c0ffee e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`,
  ],
  uuids: [
    `3f2504e0-4f89-41d3-9a0c-0305e82c3301
7d444840-9dc0-11d1-b245-5ffdce74fad2
e902893a-9d22-3c7e-a7b8-d6e313b71d9f
1b4e28ba-2fa1-11d2-883f-0016d3cca427`,
  ],
  base64: [
    `iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==
TG9uZyBhZ28sIGluIGEgdG93biBieSB0aGUgc2VhLCBhIGNsb2NrbWFrZXIgbG9zdCBoaXMga2V5cy4gSGUgbmV2ZXIgZm91bmQgdGhlbQ==`,
  ],
  longNumbers: [
    `3141592653589793238462643383279502884197 2718281828459045235360287471352662497757 1000000007 982451653 4111111111111111 20260314082100123`,
  ],
  whiteSpace: [
    `one${' '.repeat(40)}two${' '.repeat(12)}three${' '.repeat(200)}four${' '.repeat(3)}five${' '.repeat(90)}six`,
    `one\n\n\n\n\ntwo\t\t\tthree\n\n\n\tfour\n${'\t'.repeat(40)}five${'\n'.repeat(60)}six\r\n\r\nseven\n        eight\n            nine`,
  ],
};
