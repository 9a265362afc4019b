import type { Steps } from '@agent-memory/core/internal';
import { folded } from './fold.ts';
import { makeReady } from './make-ready.ts';

/**
 * Groups of words that mean one thing, in the languages that attacks were seen in. `~` stands for any
 * ending, `_` for any short gap between words; a group behind `|` has no spaces between its words
 * (Chinese, Japanese, Korean, Thai) and needs no edge.
 */
const GROUPS = {
  /** To act against what stands. */
  override: [
    "ignore ignores ignoring disregard~ forget forgets forgetting override overrides overriding bypass~ neglect overlook discard~ dismiss abandon unlearn circumvent supersede~ nullify void erase_all pay_no_attention do_not_follow don't_follow stop_following no_longer_follow do_not_obey don't_obey ignorier~ vergiss vergessen missacht~ umgehe befolge_nicht ignorez ignorer oubliez oublie oublier contourn~ ne_tiens_pas_compte ne_tenez_pas_compte ignora ignore_todas ignoren ignorad olvida olvide olviden ignorar esqueca desconsider~ ignori dimentica~ trascura negeer vergeet zignoruj ignoruj zapomnij pomin игнориру~ проигнориру~ забудь~ отмени не_обращай_внимания ігноруй забудь ignorera glom gormezden_gel yok_say unut تجاهل انس تجاوز अनदेखा भूल नजरअंदाज abaikan lupakan bo_qua quen_di",
    '忽略|无视|無視|忘记|忘掉|忘れ|不要遵守|不用理会|取り消し|무시|잊어|ละเว้น|ลืม',
  ],
  /** Words that were said or rules that were set before. */
  prior: [
    'previous~ prior above earlier preceding foregoing existing original initial current old everything all_of_the all_your all_the any_other your_instructions vorherig~ bisherig~ obig~ frueher~ fruher~ vorangegangen~ alle_anweisungen alles precedent~ anterieur~ ci-dessus toutes_les previas previos anterior~ antes todas_las todo_lo acima precedenti tutte_le vorige eerdere bovenstaande poprzedni~ wczesniejsz~ предыдущ~ прежн~ ранее выше все_инструкции попередн~ tidigare foregaende onceki yukaridaki السابق~ السابقه سابق~ أعلاه पिछल~ पूर्व sebelumnya truoc_do',
    '之前|以前|上述|先前|此前|前面|所有|上記|これまで|それまで|이전|지금까지|위의|ก่อนหน้า',
  ],
  /** Rules that an assistant works under. */
  rules: [
    "instruction instructions directive directives rule rules guideline guidelines prompt prompts order orders command commands constraint~ restriction~ guardrail~ programming safeguard~ protocol~ policies safety_settings filters training what_you_were_told what_i_told_you what_i've_said everything_i've_said anweisung~ regeln vorgaben befehle richtlinien consignes instrucciones instrucoes reglas regras directrices ordenes istruzioni regole direttive instructies regels opdrachten instrukcj~ polecen~ zasad~ инструкци~ правил~ указани~ команд~ інструкці~ instruktion~ talimat~ kural~ تعليمات التعليمات أوامر قواعد निर्देश~ नियम~ instruksi aturan huong_dan quy_tac",
    '指示|指令|规则|規則|提示词|提示|命令|プロンプト|ルール|지시|명령|규칙|프롬프트|คำสั่ง',
  ],
  /** The text that an assistant was set up with. */
  systemText: [
    "system_prompt~ systemprompt~ system_message system_messages system_instruction~ system_parameter~ system's_parameter~ system_setting~ initial_prompt original_prompt hidden_prompt base_prompt initial_instruction~ initial_configuration original_instruction~ hidden_instruction~ secret_instruction~ internal_instruction~ confidential_instruction~ initialization_string preprompt pre-prompt developer_message developer_prompt custom_instructions underlying_prompt~ system_prompting prompt_text context_window system-prompt~ prompt_systeme instructions_initiales prompt_del_sistema prompt_do_sistema prompt_di_sistema systeemprompt системн~_промпт~ системн~_инструкци~ sistem_istemi",
    '系统提示|系統提示|初始指令|初始提示|系统指令|システムプロンプト|初期指示|시스템 프롬프트|초기 지시',
  ],
  /** To give something out. */
  reveal: [
    'reveal~ show~ print~ output~ repeat~ display~ leak~ disclos~ divulge~ tell_me give_me list share relay recite dump write_out spell_out read_out expose~ export copy_out paraphrase summarize summarise translate what_is_your what_are_your what_were_you what_was_your what_are_the_first complete_this_sentence provide respond_with zeig~ gib_mir verrat~ nenne drucke montre~ affiche~ revele~ donne-moi muestra~ dime revela imprime mostre mostra rivela toon geef_mij pokaz ujawnij wypisz покажи раскро~ выведи напечата~ сообщи visa goster yazdir اكشف أظهر اعرض दिखा~ बता~ tampilkan ungkapkan tiet_lo',
    '显示|顯示|透露|输出|輸出|告诉我|打印|表示し|教えて|出力し|明か|보여|알려|출력|แสดง',
  ],
  /** The thing that an assistant writes. */
  reply: [
    'your_response~ your_reply your_replies your_answer~ your_output~ your_summary your_next_message your_messages your_message your_final_answer your_writing your_explanation your_review your_report your_recommendation~ deine_antwort deiner_antwort ihre_antwort ihrer_antwort votre_reponse ta_reponse tu_respuesta su_respuesta sua_resposta tua_resposta la_tua_risposta risposta je_antwoord uw_antwoord swoj~_odpowied~ odpowiedz~ свой_ответ своем_ответе твой_ответ твоем_ответе ответ~ ditt_svar yanitin~ cevabin~ ردك إجابتك जवाब jawabanmu jawaban_anda cau_tra_loi',
    '你的回答|你的回复|您的回答|回答中|回复中|あなたの回答|返答に|回答に|응답에|답변에|당신의 답변|คำตอบ',
  ],
  /** To put something into it. */
  putIn: [
    'include~ including add adds adding append~ insert~ integrate~ mention~ embed~ incorporate~ weave~ prepend~ attach~ end begin start finish conclude~ open close enhance~ augment~ modify~ adjust~ enrich~ supplement~ blend~ slip sprinkle work_in place put make_sure ensure~ promote~ recommend~ suggest~ advertise~ plug encourage~ remind~ elevate~ fuse extend~ infuse complement~ strengthen~ boost~ pepper hint refer~ praise~ endorse~ fuge erwahne erganze binde beende ajoute~ inclu~ mentionne~ termine~ recommande~ anade agrega menciona termina recomienda adicione inclua mencione aggiungi includi menziona voeg vermeld dodaj umiesc wspomnij добав~ включ~ упомян~ вставь заверши lagg_till namn ekle bahset أضف اذكر जोड़~ शामिल tambahkan sertakan them_vao',
    '加入|添加|包含|附上|提到|追加し|含めて|加えて|추가|포함|언급|เพิ่ม',
  ],
  /** To answer in a certain way. */
  answerAs: [
    'reply respond answer answers say~ write state~ claim~ render rephrase rewrite reformat encode encrypt express phrase speak report describe~ refuse~ decline~ pretend_not insist~ translate_your convert_your transform reverse antworte~ sage repondez reponds dites dis responde responda diga rispondi antwoord zeg odpowiadaj odpowiedz powiedz отвечай ответь скажи говори svara yanit_ver cevap_ver أجب قل रद جواب balas jawab tra_loi',
    '回答|回复|回覆|答复|说|返信し|答えて|答え|대답|답하|말하|ตอบ',
  ],
  /** In a form that hides or spoils what it says. */
  oddForm: [
    'reverse reversed reverse_order reverse_sequence backward backwards base64 base-64 base32 rot13 morse hex hexadecimal binary leetspeak pig_latin cipher caesar emoji emojis emoticon~ only_emojis alphabet anagram~ upside_down scrambl~ shift_each each_letter every_letter every_word every_other_word each_word every_vowel alternating_caps all_caps capital_letters whitespace without_spaces acronym~ palindrome gibberish nonsense ascii ascii_art unicode in_latin in_spanish in_french in_german in_italian in_portuguese in_chinese in_japanese in_korean in_arabic in_russian in_hindi in_dutch in_turkish in_swedish in_polish in_greek in_swahili in_vietnamese in_thai in_klingon in_esperanto in_hebrew in_finnish in_danish in_norwegian in_czech to_spanish to_french to_german to_italian to_chinese to_japanese to_russian to_arabic to_portuguese to_korean to_hindi another_language different_language',
    '',
  ],
  only: [
    'only solely exclusively nothing_else nothing_more nothing_but no_other just simply exact_text exactly_the verbatim word_for_word and_stop the_following_text absolutely_nothing nur nichts_anderes seulement rien_d_autre solo solamente nada_mas apenas somente nada_mais soltanto nientaltro alleen niets_anders tylko nic_innego только ничего_больше endast sadece فقط सिर्फ केवल hanya',
    '只|仅|僅|だけ|のみ|만|오직',
  ],
  /** Another self for the assistant. */
  persona: [
    "you_are_now you're_now you_will_now you_are_going_to_act you_are_going_to_pretend you_are_no_longer from_now_on henceforth you_will_act you_will_be_known act_as acting_as pretend~ roleplay role-play simulate~ simulation immerse~ embody stay_in_character breaking_character break_character new_persona alter_ego become your_new_role your_new_name take_on_the_role du_bist_jetzt du_bist_nun ab_sofort ab_jetzt tu_es_maintenant tu_es_desormais vous_etes_maintenant desormais a_partir_de_maintenant ahora_eres a_partir_de_ahora desde_ahora actua_como agora_voce voce_agora_e a_partir_de_agora ora_sei d'ora_in_poi da_ora je_bent_nu vanaf_nu jestes_teraz od_teraz teraz_jestes ты_теперь теперь_ты отныне с_этого_момента ти_тепер du_ar_nu artik_sen bundan_sonra أنت_الآن من_الآن अब_तुम अब_आप sekarang_kamu mulai_sekarang tu_bay_gio",
    '你现在是|从现在开始|從現在開始|假装|扮演|今からあなた|これからは|振る舞|지금부터|당신은 이제|이제부터|역할',
  ],
  /** Without what keeps it right. */
  unbound: [
    'unrestricted unfiltered uncensored unlimited no_restrictions no_rules no_limits no_limitations no_filters no_filter no_guidelines no_longer_bound not_bound without_restriction~ without_any_restriction~ without_limit~ without_filter~ without_censor~ without_moral~ without_any_filter~ freed_from free_from broken_free free_of_all amoral unethical immoral illegal any_request anything_now do_anything dan jailbreak~ jailbroken developer_mode dev_mode god_mode debug_mode admin_mode maintenance_mode sudo root_access no_moral~ no_ethic~ ethical_guidelines ethical_protocol~ content_policy content_policies safety_guidelines typical_confines never_refuse never_say_no cannot_refuse no_matter_how no_censorship disable~_safety safety_off opposite_mode evil uneingeschrankt~ ohne_einschrankung~ ohne_regeln sans_restriction~ sans_limite~ sans_filtre sin_restriccion~ sin_limite~ sin_filtros sem_restric~ sem_filtro~ sem_limite~ senza_restrizion~ senza_filtri senza_limiti zonder_beperking~ bez_ogranicze~ без_ограничени~ без_цензур~ без_фильтр~ utan_begransning~ kisitlama~ sinirsiz بدون_قيود बिना_किसी tanpa_batas~',
    '没有限制|不受限制|没有任何限制|開發者模式|开发者模式|越狱|無制限|制限なし|制約なし|제한 없|개발자 모드|탈옥',
  ],
  assistant: [
    'ai ais a.i. assistant assistants language_model language_models llm llms chatbot~ gpt chatgpt gpt-4 claude gemini copilot bard llama mistral ai_model ai_agent ai_system agent agents ki-assistent~ kunstliche~_intelligenz assistent~ asistente assistente modele_de_langage ассистент~ помощник~ модель бот yapay_zeka مساعد مساعد_ذكي सहायक asisten',
    '人工智能|助手|语言模型|語言模型|AIアシスタント|アシスタント|인공지능|어시스턴트|ผู้ช่วย',
  ],
  /** Somebody else's user, spoken of in the third person. */
  theUser: [
    "the_user user's users the_users this_user the_customer the_recipient the_reader readers the_operator the_human the_account_holder the_client l'utilisateur el_usuario o_usuario l'utente de_gebruiker uzytkownik~ пользовател~ der_benutzer dem_benutzer den_benutzer der_nutzer dem_nutzer den_nutzer kullanici~ المستخدم उपयोगकर्ता pengguna nguoi_dung",
    '用户|使用者|ユーザー|사용자|ผู้ใช้',
  ],
  /** To carry something away. */
  sendOff: [
    'send~ forward~ email e-mail upload~ transmit~ exfiltrat~ post submit~ deliver~ bcc cc mirror~ sync_to fax hand_over pass_on encode_it_in append_it_to share_with sende schicke leite_weiter ubermittle envoyez envoie envoyer transmettez transferez envia enviar envie reenvia reenvie manda invia inviare inoltra stuur verzend wyslij przeslij przeslac отправ~ перешл~ перешли пришли вышли skicka gonder ilet أرسل ارسل भेज~ kirim~ gui_den',
    '发送|發送|转发|轉發|上传|送信|転送|アップロード|보내|전송|업로드|ส่ง',
  ],
  secret: [
    'password~ passwort~ kennwort passcode passphrase pin_code api_key~ api_keys apikey api-key access_key access_token auth_token bearer_token session_token token_value secret_key secret_code secret_keys private_key~ seed_phrase recovery_phrase mnemonic credential~ login_data login_details credit_card~ card_number~ cvv bank_account~ bank_details account_number~ social_security ssn passport_number passport_numbers id_number id_numbers security_code~ verification_code~ one-time_code otp 2fa mfa_code env_file environment_variable~ .env ssh_key~ id_rsa chat_history conversation_history chat_log chat_logs message_history browsing_history personal_data personal_information personal_details private_data user_data user_information user_info customer_data customer_list sensitive_data sensitive_information confidential_data confidential_information contact_list address_book contrasena~ clave_de_acceso mot_de_passe mots_de_passe senha~ chave_de_api parola_d_ordine wachtwoord~ hasl~ klucz_api парол~ ключ_api ключи секретн~ losenord~ sifre~ كلمة_المرور كلمات_المرور पासवर्ड kata_sandi mat_khau',
    '密码|密碼|密钥|密鑰|验证码|聊天记录|パスワード|秘密鍵|APIキー|비밀번호|인증 코드|รหัสผ่าน',
  ],
  money: [
    'transfer~ wire payment~ pay purchase~ buy sell transaction~ withdraw~ deposit~ invoice refund~ gift_card~ bitcoin btc eth usdt crypto~ wallet~ iban bank recurring_payment donate~ uberweise uberweisung virement transferencia bonifico overboeking przelew перевод~ переведи оплат~ havale',
    '转账|轉帳|汇款|付款|送金|振込|송금|결제',
  ],
  /** To have a tool or a machine do something. */
  useTool: [
    'call_the use_the invoke~ execute~ run_the run_this run_command~ run_a_command run_rm run_code launch trigger function~ tool tools plugin~ endpoint api_call shell terminal command_line script download_and install_the open_the_link visit_the click_the_link navigate_to browse_to go_to_the_link fetch_the perform_the perform_the_instructions carry_out delete_the delete_all remove_all disable~ turn_off grant~ modify_the replace_the change_the change_the_recipient set_the update_the merge_the approve_the approve_all approve~ auto_approve auto-approve fuhre_aus rufe_auf executez execute_a ejecuta llama_a chame esegui voer_uit wykonaj uruchom выполни запусти вызови удали kor_kommando calistir نفذ चला~ jalankan chay_lenh',
    '执行|執行|调用|運行|运行|実行|呼び出|실행|호출|삭제',
  ],
  memory: [
    'remember~ memorize~ memorise~ save_this save_that store_this store_in save_to save_in persist~ in_your_memory in_memory to_memory to_your_memory long-term_memory memory_entry add_to_memory once_stored never_forget future_conversation~ future_session~ all_future future_request~ future_interaction~ later_session~ next_session permanent~ persistent_rule standing_order standing_instruction operating_directive merke_dir merken speichere memorise~ retiens recuerda guarda memorice lembre guarde ricorda salva onthoud zapamietaj запомни сохрани kom_ihag hatirla kaydet تذكر احفظ याद ingat simpan ghi_nho',
    '记住|記住|保存到记忆|记忆|覚えて|記憶|기억|저장|จำ',
  ],
  always: [
    'always never every_time each_time whenever anytime from_now_on in_all_cases in_every at_all_times without_exception by_default immer niemals jedes_mal toujours jamais chaque_fois siempre nunca cada_vez sempre ogni_volta mai altijd nooit zawsze nigdy всегда никогда каждый_раз alltid aldrig her_zaman asla دائما أبدا हमेशा कभी selalu jangan_pernah luon_luon',
    '总是|總是|永远|每次|始终|必ず|常に|毎回|항상|언제나|절대|เสมอ',
  ],
  /** A question that an answer is laid out for. */
  whenAsked: [
    "when_asked if_asked whenever_asked when_the_user_asks if_the_user_asks if_user_asks when_user_asks when_someone_asks if_anyone_asks if_someone_asks if_questioned when_questioned asked_about asks_about asks_for ask_about queried_about when_prompted if_prompted for_any_question any_question_about questions_about wenn_jemand wenn_der_nutzer wenn_du_gefragt falls_gefragt nach_gefragt gefragt_wirst si_on_te_demande si_l'utilisateur quand_on_te lorsqu'on si_te_preguntan cuando_te_pregunten si_el_usuario cuando_el_usuario si_alguien se_perguntarem quando_perguntado se_o_usuario se_qualcuno quando_ti_chiedono se_l'utente als_iemand als_de_gebruiker wanneer_gevraagd gdy_uzytkownik jesli_ktos zapytany если_спросят когда_спросят если_пользователь когда_пользователь если_кто-то sorulursa sorarsa سئلت سألك إذا_سأل पूछ~ jika_ditanya bila_pengguna neu_duoc_hoi khi_nguoi_dung",
    '如果有人问|当用户问|被问到|如果用户|問われたら|聞かれたら|尋ねられ|물어보면|질문하면|묻는다면|ถ้าถูกถาม',
  ],
  /** To keep it from whom it concerns. */
  secretly: [
    "do_not_tell don't_tell do_not_mention don't_mention never_mention do_not_inform without_telling without_informing without_mentioning without_notifying do_not_reveal don't_reveal do_not_disclose do_not_alert don't_alert do_not_notify secretly silently quietly covertly discreetly in_the_background keep_this_secret keep_it_secret keep_this_hidden hide_this hide_the_fact not_be_noticed without_the_user's_knowledge do_not_let_the_user don't_let_the_user do_not_explain_why ohne_es_zu_erwahnen sag_nichts verschweige heimlich erwahne_nicht sans_le_dire sans_prevenir en_secret discretement sin_decir sin_avisar en_secreto no_menciones sem_avisar em_segredo nao_mencione senza_dirlo segretamente non_menzionare zonder_te_melden stiekem nie_mow potajemnie nie_wspominaj не_говори не_сообщай тайно незаметно не_упоминай gizlice سرا لا_تخبر चुपचाप diam-diam",
    '不要告诉|不要提及|悄悄|秘密地|言わないで|こっそり|秘密に|말하지 마|몰래|알리지',
  ],
  /** A claim to be somebody who may give orders. */
  authority: [
    'system_admin~ administrator admin developer_of your_developer your_creator your_owner openai anthropic google_deepmind the_developers security_team platform_team it_department compliance_team security_policy policy_update policy_enforced enforced_by by_policy compliance authorized_user authorised_user authorized_by trusted_operator trusted_source admin_override override_code priority_override emergency_protocol official_notice mandatory_update mandatory required_by important_message important_notice important_instruction~ new_instruction~ updated_instruction~ additional_instruction~ special_instruction~ system_update system_notice system_note system_alert system_override system_command maintenance_notice critical_instruction message_from_the message_to_the to_you,_the to_any_ai to_all_ai attention_ai dear_ai note_to_ai note_to_the_ai instructions_for_ai instruction_for_the ai_instructions confirmed_that verified_by approved_by neue_anweisung~ wichtige_anweisung~ nouvelle_instruction~ nouvelles_instructions nueva_instruccion nuevas_instrucciones novas_instrucoes nuove_istruzioni nieuwe_instructies nowe_instrukcje nowe_polecenie нов~_инструкци~ важн~_инструкци~ администратор~ yeni_talimat~ yonetici تعليمات_جديدة المسؤول नए_निर्देश instruksi_baru',
    '新指令|新的指令|管理员|系统管理|重要指示|新しい指示|管理者|새로운 지시|관리자',
  ],
  /** A claim that nobody needs to be asked. */
  noQuestion: [
    "confirmation_is_not explicit_confirmation not_required no_confirmation without_confirmation without_asking without_approval without_further without_verification without_review no_need_to_ask no_need_to_confirm no_need_to_check no_approval no_further do_not_ask don't_ask already_approved already_confirmed already_authorized already_authorised already_agreed already_consented already_verified has_been_notified been_previously previously_notified previously_approved pre-approved preapproved pre-authorized directly_proceed proceed_directly skip_the_confirmation skip_confirmation skip_approval skip_verification require_confirmation:_false confirmation:_false auto_approve:_true human_in_the_loop:_false autonomous_mode ohne_nachfrage ohne_ruckfrage ohne_bestatigung bereits_genehmigt sans_confirmation sans_demander deja_approuve sin_confirmacion sin_preguntar ya_aprobado sem_confirmacao sem_perguntar ja_aprovado senza_conferma senza_chiedere gia_approvato zonder_bevestiging zonder_te_vragen bez_potwierdzenia bez_pytania без_подтверждени~ не_спрашива~ уже_одобрен~ onay_almadan sormadan بدون_تأكيد बिना_पूछे tanpa_konfirmasi tanpa_bertanya",
    '无需确认|不需要确认|已经批准|已批准|確認なし|確認不要|承認済|확인 없이|승인됨|이미 승인',
  ],
  /** One thing put in place of another. */
  swap: [
    'has_been_changed have_been_changed changed_to been_set_to permanently_set permanently_changed has_moved redirected_to been_replaced replaced_by replaced_with instead_of replace_the replace_with change_the swap reversed are_fixed_to fixed_to switched_to no_longer_valid must_be_sent must_be_paid must_include must_be must_use must_always must_go must_also should_include_their should_always convert_all are_to_be is_now geandert_in ersetze wurde_geandert a_ete_remplace remplacez ha_sido_cambiado reemplaza foi_alterado substitua e_stato_cambiato sostituisci is_gewijzigd vervang zostal_zmieniony zamien изменен~ замени вместо degistirildi تم_تغيير बदल~ telah_diubah',
    '已更改为|改为|替换|变更|変更されました|置き換え|변경되었|대신',
  ],
  /** Ahead of the task at hand. */
  aheadOfTask: [
    "before_you_can before_you_answer before_answering before_you_respond before_responding before_replying before_you_continue before_continuing before_doing_anything before_you_solve before_you_begin first_perform do_the_following_first the_following_first please_do_the_following stop_what_you stop_your_current new_task your_new_task your_task_is_now real_task actual_task next_task instead,_do do_instead and_instead focus_only focus_exclusively after_that,_continue then_continue then_proceed proceed_with_the_user's_request with_the_user's_request original_task bevor_du_antwortest avant_de_repondre antes_de_responder prima_di_rispondere voordat_je_antwoordt zanim_odpowiesz прежде_чем_ответить перед_ответом yanitlamadan_once قبل_الرد sebelum_menjawab",
    '在回答之前|回答前に|답변하기 전에',
  ],
  /** A made-up frame for a false answer. */
  pretence: [
    "parallel_universe alternate_universe in_a_world_where hypothetical~ imagine_that let's_say let_us_say let's_imagine suppose_that for_the_sake_of to_make_this_more_interesting some_say_that fictional_world opposite_day thought_experiment we_might_state one_could_argue the_correct_answer_is the_real_answer the_answer_is the_output_is the_output_should state_that_the claim_that_the say_that_the say_the conclude_that report_that say_that_i if_i_told_you",
    '',
  ],
  /** Wares and visits. */
  advert: [
    'brand product products subscribe~ newsletter discount coupon promo~ sponsor~ sale offer~ best_deal website link headline clickbait example.com visit our_website click_here sign_up like_and_subscribe customer_service advertis~ affiliate follow_us donate~ vote petition podcast movie episode novel blockbuster trailer tagline slogan teaser plot_twist quote proverb fun_fact a_fact fact_about joke hashtag call_to_action warning reminder friendly_reminder statistic~ unemployment_rate weather weather_report news headline~ opinion~ comments feedback climate_action user_manual first_step bank_details share_their',
    '',
  ],
  question: [
    "what how why who where which whose can_i could_i may_i should_i do_i does did is_it is_there are_there can_you_explain can_you_help could_you_explain what's how's was wie warum wer wo welche kann_ich comment pourquoi quel~ que como por_que quien donde cual cosa perche chi dove quale hoe waarom wie waar welke jak dlaczego kto gdzie как почему кто где какой hur varfor nasil neden كيف لماذا कैसे क्यों bagaimana mengapa",
    '什么|怎么|为什么|如何|吗|呢|どう|なぜ|何|어떻게|왜|무엇',
  ],
  ownWords: [
    "i i'm i'd i'll i've my me mine we our us we're we'll ich mir mich mein~ wir uns unser~ je j'ai mon ma mes nous notre yo mi mis nosotros eu meu minha nos io mio mia noi ik mijn wij ja moj moja я мне мой моя мы наш jag min ben benim أنا मैं मेरा saya toi",
    '我|我们|私|僕|나는|저는|제',
  ],
  toYou: [
    'you your yours yourself du dir dich dein~ sie ihr~ tu te ton ta tes vous votre vos usted tus voce seu sua tuo tua je jouw u uw ty twoj~ ты тебе твой вы вам ваш ваши sen senin siz أنت तुम आप kamu anda ban',
    '你|您|あなた|당신|너',
  ],
  courtesy: [
    'please thanks thank_you kindly sorry hello hi hey dear regards best sincerely cheers bitte danke merci gracias obrigado grazie dank prosze спасибо пожалуйста привет',
    '请|谢谢|ください|お願い|감사|주세요',
  ],
  past: [
    'was were had did said told went came made took met sent called asked received bought visited agreed finished started ordered worked lived helped wanted needed used saw found gave walked cooked opened closed fixed changed_my moved decided',
    '',
  ],
  /** Talk about attacks and defences: a text on security has it, and so has a lure. */
  aboutSecurity: [
    'prompt_injection attack attacks attacker~ vulnerabilit~ security_research mitigation~ researchers detect~ defend~ defense~ exploit~ malware phishing example_of such_as for_example paper article study describes described explains technique~ known_as so-called classifier dataset documentation readme tutorial course chapter',
    '',
  ],
} as const satisfies Readonly<Record<string, readonly [words: string, glued: string]>>;

/** A group of words that mean one thing. */
export type Concept = keyof typeof GROUPS;

/** A place where a text names a concept. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const FINDERS = Object.entries(GROUPS).map(
  ([concept, [words, glued]]) => [concept as Concept, finderOf(words, glued)] as const,
);

function finderOf(words: string, glued: string): RegExp {
  const spaced = folded(words)
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map(sourceOf);
  const edged = `(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`;
  const joined = folded(glued)
    .split('|')
    .filter((word) => word !== '');
  return new RegExp([edged, ...joined].join('|'), 'gu');
}

function sourceOf(word: string): string {
  return word
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('_', '[\\s,]{1,3}')
    .replaceAll('~', '\\p{L}*');
}

/** Has each finder made ready, one in a step: the first search with it takes a hundred times as long. */
export function* readyConcepts(): Steps<void> {
  for (const [, finder] of FINDERS) {
    yield;
    makeReady(finder);
  }
}

/** Every place of every concept in a folded text, in order. */
export function placesOf(text: string): ReadonlyMap<Concept, readonly Place[]> {
  return new Map(
    FINDERS.map(([concept, finder]) => [
      concept,
      Array.from(text.matchAll(finder), ({ index, 0: { length } }) => ({
        start: index,
        end: index + length,
      })),
    ]),
  );
}
