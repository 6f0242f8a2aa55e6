/** The words of acts that cannot be taken back, in many languages; `|` between. Whole words, wherever they stand in a label. */
export const RISKS = ['delete', 'cancel', 'publish', 'send', 'terms', 'access'] as const;
/**
 * delete: something is gone. cancel: an order, a booking, a subscription or an account ends. publish: others can read it.
 * send: a message, an application, a file leaves. terms: a contract is agreed to. access: somebody else may use the account.
 */
export type Risk = (typeof RISKS)[number];

interface RiskWords {
  /** what the run would do, in words for the person who is asked */
  readonly asks: string;
  readonly acts: string;
  /** what makes it harmless: things that are easily put back, and what only tells about it */
  readonly harmless: string;
  /** what a box to tick says */
  readonly boxes?: string;
}

export const RISK_WORDS: Readonly<Record<Risk, RiskWords>> = {
  delete: {
    asks: 'Delete something',
    acts: 'delete|erase|destroy|wipe|permanently remove|remove account|remove permanently|empty trash|discard|löschen|endgültig löschen|lösche|supprimer|supprimez|effacer|eliminar|elimina|borrar|elimina|cancella definitivamente|excluir|exclua|apagar|verwijderen|verwijder|usuń|skasuj|smazat|odstranit|vymazat|radera|ta bort|slet|slett|poista|sil|şterge|törlés|törlöm|διαγραφή|διαγράψτε|удалить|удали|видалити|изтрий|obriši|izbriši|ištrinti|dzēst|kustuta|xóa|hapus|padam|حذف|احذف|מחק|מחיקה|हटाएं|मिटाएं|ลบ|削除|消去|删除|刪除|삭제',
    harmless:
      'filter|filters|cookie|cookies|cart|basket|bag|history|search|row|line|coupon|how to|why|help|policy|korb|warenkorb|panier|carrito|cesta|carrello|carrinho|winkelwagen|koszyka|košíku|varukorg|kurv|handlekurv|ostoskorista|sepetten|coș|kosárból|καλάθι|корзины|кошика|giỏ hàng|keranjang|السلة|مسح البحث|סל|कार्ट|ตะกร้า|カート|购物车|購物車|장바구니',
  },
  cancel: {
    asks: 'Cancel something',
    acts: 'cancel subscription|cancel my subscription|cancel order|cancel my order|cancel booking|cancel reservation|cancel membership|cancel plan|cancel account|cancel appointment|close account|close my account|deactivate|deactivate account|end membership|terminate|resign|unsubscribe from all|abo kündigen|kündigen|jetzt kündigen|verträge hier kündigen|bestellung stornieren|stornieren|konto schließen|konto auflösen|résilier|annuler la commande|annuler ma commande|annuler la réservation|annuler l abonnement|fermer le compte|clôturer mon compte|cancelar pedido|cancelar suscripción|cancelar reserva|darse de baja|cerrar cuenta|annulla ordine|annulla abbonamento|annulla prenotazione|disdici|chiudi account|cancelar assinatura|encerrar conta|abonnement opzeggen|opzeggen|bestelling annuleren|account sluiten|anuluj zamówienie|anuluj subskrypcję|rezygnuję|zamknij konto|zrušit objednávku|zrušit předplatné|zrušit účet|avsluta abonnemang|säg upp|avbeställ|opsig|annuller ordre|si opp|avbestill|peruuta tilaus|irtisano|aboneliği iptal et|siparişi iptal et|hesabı kapat|anulează comanda|anulează abonamentul|rendelés lemondása|előfizetés lemondása|ακύρωση παραγγελίας|ακύρωση συνδρομής|отменить заказ|отменить подписку|закрыть счет|скасувати замовлення|скасувати підписку|hủy đơn hàng|batalkan pesanan|إلغاء الطلب|إلغاء الاشتراك|ביטול הזמנה|ביטול מנוי|ऑर्डर रद्द करें|सदस्यता रद्द करें|ยกเลิกคำสั่งซื้อ|注文をキャンセル|退会|解約|取消订单|取消訂單|取消订阅|註銷|注销|주문 취소|구독 취소|회원 탈퇴',
    harmless:
      'policy|how to|help|terms|faq|bedingungen|hilfe|conditions|condiciones|conditions d|politique|política|方法|について|政策|안내',
  },
  publish: {
    asks: 'Publish something that others can read',
    acts: 'publish|post|post comment|post reply|post review|submit comment|submit review|leave a comment|reply|tweet|share publicly|go live|make public|veröffentlichen|kommentar abschicken|kommentieren|posten|antworten|bewertung abgeben|publier|poster|commenter|répondre|publicar|comentar|responder|pubblica|commenta|rispondi|publiceren|plaats reactie|reageren|opublikuj|skomentuj|publikuj|zveřejnit|publikovat|komentovat|publicera|kommentera|offentliggør|publiser|julkaise|kommentoi|yayınla|yorum yap|publică|comentează|közzététel|hozzászólás elküldése|δημοσίευση|σχολιάστε|опубликовать|комментировать|ответить|опублікувати|коментувати|đăng bài|bình luận|terbitkan|kirim komentar|نشر|انشر|تعليق|פרסם|הגב|प्रकाशित करें|पोस्ट करें|टिप्पणी करें|เผยแพร่|โพสต์|แสดงความคิดเห็น|投稿する|投稿|公開する|公開|コメントする|发布|發布|發佈|发表|發表|评论|게시|게시하기|등록하기|댓글 작성',
    harmless:
      'read|all|latest|blog|newest|office|code|date|view|show|more|sort|history|guidelines|archive|next|previous|link|copy link|beiträge|alle|lire|voir|ver|leer|leggi|nyheter|一覧|查看|列表|보기|목록|status|postcode|job|publisher|published',
  },
  send: {
    asks: 'Send something',
    acts: 'send message|send email|send mail|send a message|send your message|send request|send inquiry|send enquiry|send invitation|send invite|invite|send application|submit application|apply now|apply for this job|submit request|submit form|submit report|report abuse|send feedback|submit feedback|contact seller|send fax|forward|sign document|sign contract|sign and submit|file claim|submit claim|submit vote|vote|cast vote|submit petition|sign petition|nachricht senden|nachricht abschicken|anfrage senden|bewerbung absenden|jetzt bewerben|einladen|antrag absenden|abstimmen|unterschreiben|envoyer le message|envoyer un message|envoyer la demande|postuler|inviter|signer|voter|enviar mensaje|enviar solicitud|invitar|postularse|firmar|votar|invia messaggio|invia richiesta|invita|candidati|firma|vota|enviar mensagem|candidatar se|convidar|assinar documento|bericht verzenden|verstuur bericht|solliciteren|uitnodigen|ondertekenen|stemmen|wyślij wiadomość|aplikuj|zaproś|podpisz|zagłosuj|odeslat zprávu|odeslat žádost|pozvat|podepsat|hlasovat|skicka meddelande|skicka ansökan|bjud in|ansök|send besked|send melding|send ansøgning|send søknad|ansøg|søk på stillingen|inviter|lähetä viesti|lähetä hakemus|kutsu|mesaj gönder|başvur|davet et|oy ver|trimite mesaj|trimite mesajul|aplică|invită|semnează|üzenet küldése|jelentkezés elküldése|meghívás|aláírás|αποστολή μηνύματος|υποβολή αίτησης|πρόσκληση|отправить сообщение|отправить заявку|откликнуться|пригласить|подписать|проголосовать|надіслати повідомлення|подати заявку|запросити|проголосувати|gửi tin nhắn|nộp đơn|ứng tuyển|mời|kirim pesan|lamar|undang|إرسال رسالة|أرسل رسالة|تقديم الطلب الوظيفي|دعوة|צור קשר שלח|שלח הודעה|הגש מועמדות|הזמן חברים|संदेश भेजें|आवेदन करें|आमंत्रित करें|ส่งข้อความ|สมัครงาน|เชิญ|メッセージを送信|応募する|招待する|投票する|発送信息|发送消息|發送訊息|申请职位|投递简历|邀请|邀請|投票|메시지 보내기|지원하기|초대|투표',
    harmless:
      'code|link|reset|password|newsletter|results|how to|why|terms|policy|passwort|mot de passe|contraseña|hasła|пароль|results page|ergebnisse|résultats',
  },
  terms: {
    asks: 'Agree to terms',
    acts: 'accept terms|agree to terms|i accept the terms|i agree to the terms|accept the agreement|accept and sign|agree and sign|i agree|accept contract|nutzungsbedingungen akzeptieren|agb akzeptieren|ich stimme zu|vertrag annehmen|accepter les conditions|j accepte les conditions|accepter le contrat|aceptar los términos|acepto los términos|accetto i termini|accetta i termini|aceito os termos|aceitar os termos|voorwaarden accepteren|ik ga akkoord|akceptuję regulamin|souhlasím s podmínkami|jag godkänner villkoren|jeg accepterer betingelserne|jeg godtar vilkårene|hyväksyn ehdot|şartları kabul ediyorum|accept termenii|elfogadom a feltételeket|αποδέχομαι τους όρους|принимаю условия|принять условия|приймаю умови|tôi đồng ý với điều khoản|saya menyetujui syarat|أوافق على الشروط|אני מסכים לתנאים|मैं शर्तों से सहमत हूं|ยอมรับข้อกำหนด|規約に同意する|同意する|同意条款|同意條款|약관에 동의|동의합니다',
    harmless: 'cookie|cookies|read|view|newsletter',
    boxes:
      'terms|terms of service|terms of use|terms and conditions|user agreement|agreement|privacy policy|agb|nutzungsbedingungen|datenschutzerklärung|conditions générales|conditions d utilisation|términos y condiciones|términos|termini e condizioni|termos|algemene voorwaarden|voorwaarden|regulamin|regulaminu|obchodními podmínkami|podmínkami|villkoren|vilkårene|betingelserne|ehdot|käyttöehdot|şartlar|koşullar|termenii|feltételeket|όρους|условия|условиями|умови|điều khoản|syarat dan ketentuan|الشروط|התנאים|תנאי השימוש|शर्तों|ข้อกำหนด|利用規約|规约|条款|條款|약관',
  },
  access: {
    asks: 'Let somebody else into an account',
    acts: 'authorize|authorise|grant access|allow access|allow|connect account|link account|give permission|make admin|transfer ownership|autorisieren|zugriff erlauben|zugriff gewähren|verknüpfen|autoriser|donner accès|autorizar|permitir acceso|conceder acceso|autorizza|consenti accesso|consenti|permitir|toestaan|toegang geven|autoryzuj|zezwól|povolit přístup|autorizovat|tillåt|godkänn åtkomst|tillad|tillat|salli|izin ver|yetkilendir|autorizează|permite accesul|engedélyezés|εξουσιοδότηση|επιτρέπεται|разрешить доступ|разрешить|авторизовать|дозволити|cho phép|izinkan|السماح|أسمح|אשר גישה|אפשר|अनुमति दें|อนุญาต|許可する|アクセスを許可|允许|允許|授权|授權|허용|권한 부여',
    harmless: 'cookie|cookies|notifications|payment|benachrichtigungen|all cookies',
  },
};
