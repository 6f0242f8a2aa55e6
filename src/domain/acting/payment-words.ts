/**
 * The words that money is committed with, by language and by what they say in a label. Written from knowledge of the
 * languages, not from a list of buttons: a label is judged by how its words meet (payment-label.ts).
 * `|` parts entries; an entry of several words is a phrase; `*` at a word's end stands for any ending.
 */

/** What a word says in a label. */
export const LABEL_TAGS = [
  'act',
  'tight',
  'soft',
  'dues',
  'paid',
  'finish',
  'goods',
  'onward',
  'fill',
  'info',
] as const;
/**
 * act: commits by itself, whatever its object (buy, pay). tight: commits only when nothing else is said (checkout, tip).
 * soft: may commit or opens what does (book, free trial). dues: ties one to something that may be paid or free
 * (subscribe, renew); paid: says that it is paid (premium, yearly). finish: ends a procedure (confirm, place); goods: what
 * it is then that is ended (order, payment). onward: leads to the next page (proceed). fill: says nothing of its own.
 * info: the label speaks about the matter (history, policy). Among the acts is the statutory "order with obligation to
 * pay" of directive 2011/83/EU, article 8(2), in the languages of the Union.
 */
export type LabelTag = (typeof LABEL_TAGS)[number];

export interface LabelLanguage {
  readonly words: Partial<Record<LabelTag, string>>;
  /** where the verb stands: first, or anywhere */
  readonly verb: 'first' | 'anywhere';
  /** particles that are written onto a word */
  readonly prefixes?: readonly string[];
}

/** Valid in every language: brands, loan words, what files are called. */
export const EVERYWHERE: Partial<Record<LabelTag, string>> = {
  fill: 'paypal|apple pay|google pay|gpay|g pay|shop pay|amazon pay|klarna|visa|mastercard|amex|stripe|link|sepa|pix|bizum|ideal|blik|swish|vipps|mobilepay|alipay|wechat pay|venmo|zelle|twint|paytm|upi|1 click|ok',
  info: 'newsletter*|rss|podcast|blog|faq|pdf|info|wiki|tutorial|demo|api|id|login|template|git|video|youtube|forum',
  paid: 'premium|pro|plus|vip|prime|gold|platinum',
};

export const LABEL_LANGUAGES: Readonly<Record<string, LabelLanguage>> = {
  en: {
    verb: 'first',
    words: {
      act: 'pay|buy|purchase|order|donate|prepay|preorder|pre order|repay|buy it|obligation to pay|continue to pay|proceed to pay|go to pay|ready to pay|confirm to pay|yes pay|pay for|wire|chip in|pledge|invest|bid|outbid|tap to pay|swipe to pay|slide to pay|hold to pay|click to pay|press to pay|touch to pay|scan to pay|agree to pay|double click to pay|accept and pay|1 click buy|one click buy|one click order|order it|get it for|yes buy',
      tight:
        'sell now|reorder|checkout|check out|give|transfer|withdraw|deposit|top up|topup|charge|recharge|settle|settle up|fund|add funds|add money|add credit|add credits|buy again|stake|bet|wager|cash out|bill me|invoice me|pay later|back this project|become a patron|get tickets',
      soft: 'reserve|book|free trial|start trial|start my trial|begin trial|start free trial|trial for free|try free|try for free|start membership|start my membership|start subscription|start my subscription|begin subscription|become a member|go premium|go pro|hold my spot|secure my spot|save my seat|rent now|hire now|express checkout|secure checkout|guest checkout|buy later|start plan|choose plan|select plan|get premium|get pro|get plus|claim offer|accept quote|accept offer|make an offer|make offer|place a hold',
      dues: 'subscribe|renew|upgrade|join|enrol|enroll|register|extend|activate|start|try|resubscribe|get|sign up|switch|unlock|redeem|sponsor|contribute|hire|tip|rent|lease|trade',
      paid: 'membership|plan|per month|per year|a month|a year|monthly|yearly|annual|annually|subscription|free for * days|save percentage|save up to percentage|day free|days free|auto renew*|trial',
      finish:
        'confirm|complete|place|submit|finalise|finalize|finish|make|send|authorise|authorize|approve|execute|process|accept|agree|sign|release|schedule|transfer|settle|withdraw|deposit|wire|commit|remit|initiate|clear|raise|charge|conclude',
      goods:
        'order|purchase|payment|booking|reservation|transfer|donation|bid|offer bid|checkout|transaction|money|funds|balance|bill|fee|fees|payout|trade|bet|wager|deposit|instalment|installment|card payment|my card|buy order|sell order|rental|pledge|contribution|remittance|cash|debt|fine|ticket purchase|gift card purchase|cart purchase',
      onward: 'proceed|continue|go|proceed to|continue to|go to|on to|next|take me to|head to',
      fill: 'now|my|your|our|the|a|an|this|it|all|to|and|or|with|by|in|for|on|at|of|via|using|from|as|i|me|we|please|yes|securely|secure|safely|instantly|today|here|card|credit card|debit card|bank transfer|bank|cash|wallet|total|amount|full|guest|one click|single click|click|tap|item|items|mo|month|mth|yr|year|week|day|per|each|only|just|again|instead|once|online|directly|quick|quickly|fast|new',
      info: 'army|bid farewell|note|notes|type|types|execution|quality|cancellation|cancellations|faqs|back order|back orders|give back|trade in|trade ins|wire and|wire transfer|pro tip|vs|for rent|for sale|make money|save money|money back|cash back|the book|a book|my book|your book|this book|e book|publishing|editing|writing|translation|printing|finder|the reserve|guarantee|certificate|certificates|adviser|advice|yourself|shopping|continue shopping|keep shopping|cart items|before you|history|histories|status|statuses|track|tracking|tracker|policy|policies|method|methods|options|option|guide|guides|help|how|why|what|where|when|who|which|about|compare|comparison|calculator|terms|conditions|condition|report|reports|survey|article|articles|scale|scales|gap|slip|slips|stub|stubs|rise|grade|grades|grading|band|bands|transparency|equity|attention|heed|respects|homage|tribute|per view|per click|tips and tricks|tip of|tips|in survey|explained|explainer|learn|review|reviews|overview|news|sort|off|discount|discounts|in order to|in order|on order|by order of|out of order|made to order|order of|order by|orders|purchases|payments|bookings|reservations|transfers|donations|bids|donors|donor|donation stories|view|see|show|details|detail|summary|confirmation email|receipt|receipts|download|downloads|export|print|manage|edit|change|cancel|return|returns|refund|refunds|delete|remove|unsubscribe|update|number|numbers|time|times|date|dates|hours|desk|out our|out the|out this|out these|out my|out some|out what|out how|check out our|check out the|check out this|check out these|check out what|check out how|check out some|check out my|check out new|main|branch|branches|form|forms|sample|example|examples|agreement|contract|contracts|club|store|shop finder|shelf|shelves|cover|covers|chapter|author|authors|fair|of the|words|bank of|reserve bank|reserve study|officer|officers|blood|organs|organ|plasma|hair|day|days|daycare|week calendar|period|periods|date calendar|dates calendar|schedule of|calendar|management|manager|system|systems|software|process explained|processing|department|team|support|contact|questions|issues|problems|problem|failed|pending|received|sent|complete profile|profile|password|email|address|account details|settings|preferences|mailing|mailing list|updates|alerts|channel|feed|thread|comments|notifications|area|digest|magazine archive|archive|archives|search|filter|filters|list|lists|wishlist|wish list|cart|basket|bag|shopping|coupon|voucher code|promo code|discount code|code|shipping|delivery|pickup|supported|countries|country|insurance|protection|deposit slip|students|student|credits policy|learning|market|markets|session|pool|side|option guide|strategy|strategies|tactics|ideas|inspiration|stories|story|research|study|studies|data|statistics|stats|trends|index|table|form pdf|poem|poems|lyrics|meaning|definition|synonyms|history of|law|laws|court|courts|act of|legal|rights|numerical|alphabetical|chronological|magnitude|of magnitude|matters|form template|online course|vs|versus|or rent|pros and cons|nothing|buyer*|seller*|payer*|payee*|payroll|payback|paycheck*|to buy|to order|to pay|to book|to donate|without paying|without|nowadays|payment later|pays|payable',
    },
  },
  de: {
    verb: 'anywhere',
    words: {
      act: 'kaufen|kaufe|kauf|bezahlen|bezahle|zahlen|zahle|bestellen|bestelle|bestell|spenden|spende|uberweisen|uberweise|bieten|mitbieten|ersteigern|erwerben|kostenpflichtig*|zahlungspflichtig*|sofortkauf|sofort kaufen|vorbestellen|nachbestellen|begleichen|einkaufen und zahlen|mieten und zahlen|zahlungspflichtig bestellen|kostenpflichtig bestellen',
      tight:
        'aufladen|einzahlen|auszahlen|abheben|mieten|ausleihen|guthaben aufladen|trinkgeld geben|zur zahlung|zahlung|investieren|wetten|tippen und zahlen|kasse|checkout|abbuchen',
      soft: 'buchen|buche|reservieren|reserviere|zur kasse|zur kasse gehen|kostenlos testen|gratis testen|jetzt testen|probeabo*|probemonat*|mitglied werden|abonnement starten|abo starten|abo abschliessen|vertrag abschliessen|zum bezahlvorgang|weiter zur zahlung|zur bezahlung|buchung anfragen|zur buchung|probezeitraum starten',
      dues: 'abonnieren|verlangern|upgraden|beitreten|abschliessen|testen|aktivieren|freischalten|wechseln',
      paid: 'abo|abonnement|monatlich|jahrlich|im monat|pro monat|pro jahr|mitgliedschaft|tarif|vertrag|monate|tage gratis',
      finish:
        'bestatigen|bestatige|abschliessen|abgeben|absenden|abschicken|aufgeben|senden|schicken|ausfuhren|freigeben|autorisieren|tatigen|durchfuhren|leisten|vornehmen|anweisen|veranlassen|erteilen|platzieren|auslosen|beauftragen|abschluss|verbindlich|beenden',
      goods:
        'bestellung|kauf|einkauf|zahlung|bezahlung|uberweisung|buchung|reservierung|gebot|hochstgebot|spende|transaktion|auftrag|geld|betrag|rechnung|lastschrift|einzahlung|auszahlung|anzahlung|miete|order|sofortuberweisung|dauerauftrag|wette',
      onward: 'weiter zur|weiter zum|zur|zum|fortfahren|weiter',
      fill: 'jetzt|sofort|nun|hier|und|mit|per|als|uber|die|das|der|den|dem|ihre|ihren|meine|meinen|mein|deine|unsere|ich|wir|bitte|sicher|auf|fur|in|karte|kreditkarte|ec karte|rechnung|lastschrift|vorkasse|gast|kaufen|verbindlich|kostenpflichtig|zahlungspflichtig|online|direkt|einmalig|einem|einer|klick|ein|eine|euro|raten|ratenzahlung|alle|artikel kaufen|zu|pro|monat|jahr|gesamt|gesamtbetrag|nur|einen|noch|ja',
      info: 'weiter einkaufen|weiter shoppen|bestellverlauf|bestellhistorie|bestellubersicht|bestellstatus|bestellungen|bestellschein|bestellformular|zahlungsarten|zahlungsart|zahlungsmethoden|zahlungsmittel|zahlungsbedingungen|zahlungsmoglichkeiten|verfolgen|sendungsverfolgung|verlauf|ubersicht|muster|vorlage*|ratgeber|hilfe|tipps|anleitung|so geht|wie|was|warum|wo|wann|welche*|fragen|bedingungen|agb|richtlinie*|widerruf*|ruckgabe|ruckerstattung|retoure*|stornieren|storno|kundigen|abbestellen|ansehen|anzeigen|einsehen|herunterladen|drucken|vergleich|vergleichen|test|nach|sortier*|reihenfolge|katalog|prospekt|kostenlos bestellen|anzeigen|details|daten|bescheinigung|quittung|beleg|belege|rechnungen|verwalten|bearbeiten|andern|loschen|entfernen|merkzettel|merkliste|wunschliste|warenkorb|einkaufswagen|suche|suchen|uber uns|konten|bericht|studie|artikel|bucher|konto|blut|mindestlohn|gehalt|rechner|tabelle|tabellen|spannend|verkaufen|einkaufen|gutschein einlosen|rezension*|beitrag|informationen|mehr erfahren|ohne|versand*|lieferung|liefer*|adresse|passwort|profil|anmelden|registrier*|lexikon|bedeutung|statt|oder|gebraucht',
    },
  },
  fr: {
    verb: 'first',
    words: {
      act: 'passer la commande|passer commande|passer ma commande|payer|payez|paye|paie|je paie|je paye|regler|reglez|acheter|achetez|achete|j achete|commander|commandez|je commande|donner et payer|faire un don|je donne|faites un don|encherir|encherissez|faire une offre|placer une enchere|virer|verser|crediter|precommander|recommander maintenant|souscrire et payer|commande avec obligation de paiement|achat immediat|achat en 1 clic|achat en un clic|achat express|achat rapide|acquerir|investir',
      tight:
        'donner|recharger|deposer|retirer|louer|cotiser|paiement|contribuer|parrainer|approvisionner|soutenir|rembourser|parier|miser',
      soft: 'reserver|reservez|je reserve|passer a la caisse|aller a la caisse|passer au paiement|proceder au paiement|aller au paiement|continuer vers le paiement|essai gratuit|essayer gratuitement|essayez gratuitement|commencer l essai|demarrer l essai|devenir membre|devenir premium|passer a premium|passer au premium|adherer',
      dues: 's abonner|abonnez vous|je m abonne|m abonner|renouveler|prolonger|souscrire|s inscrire|essayer|activer|changer',
      paid: 'abonnement|mensuel|annuel|par mois|par an|offre|formule|adhesion|mois|forfait',
      finish:
        'confirmer|confirmez|je confirme|valider|validez|je valide|finaliser|finalisez|effectuer|effectuez|passer|envoyer|envoyez|soumettre|autoriser|terminer|proceder|conclure|executer|placer|completer|approuver|accepter|emettre|faire|realiser|validation|transferer|ordonner',
      goods:
        'commande|achat|achats|paiement|reglement|reservation|virement|transfert|don|enchere|transaction|argent|facture|fonds|solde|versement|acompte|location|panier et payer|mise|pari|ordre d achat|offre d achat',
      onward: 'continuer vers|passer a|passer au|aller a|aller au|continuer|proceder|acceder',
      fill: 'maintenant|ma|mon|mes|votre|vos|la|le|les|l|un|une|et|avec|par|en|de|d|des|du|pour|a|au|je|j|vous|oui|ici|carte|carte bancaire|cb|carte de credit|tout de suite|immediatement|securise|securisee|total|montant|clic|1 clic|un clic|obligation|obligation de paiement|fois|3 fois|4 fois|ce|cet|cette|mois|an|puis|invite|ligne|en ligne|euros|direct|directement',
      info: 'continuer mes achats|poursuivre mes achats|continuer vos achats|continuer les achats|poursuivre vos achats|continuer les achats|historique|suivi|suivre|mes commandes|commandes|bon de|bon|telecharger|politique|conditions|moyens|modes|mode|methodes|guide|aide|comment|pourquoi|quoi|ou|quand|quel*|trier|tri|ordre|retour*|remboursement*|annuler|annulation|modifier|voir|consulter|afficher|details|recapitulatif|facture pdf|imprimer|gerer|supprimer|retirer du|panier|liste|favoris|envies|comparer|comparatif|avis|actualites|article|articles|questions|recu|recus|attestation|recherche|rechercher|livraison*|sang|organes|adresse|mot de passe|profil|conseils|achats responsables|statut|etat|preavis|simulateur|calcul*|exemple|modele|fiche*|bulletin|bulletins|salaire|definition|histoire|sans|la parole|faq|contact|desabonner|se desabonner|infolettre|lettre d information|actus|liste de',
    },
  },
  es: {
    verb: 'first',
    words: {
      act: 'pagar|paga|pague|pagalo|pago seguro|comprar|compra|compre|compralo|comprar ya|adquirir|donar|dona|pedir|pidelo|encargar|pujar|puja|transferir|transfiere|quiero comprar|quiero pagar|hacer un donativo|abonar|abona|ofertar|compra inmediata|compra rapida|compra con un clic|invertir|prepagar|pedido con obligacion de pago|contratar|contrata|contratar ahora|ordenar|ordenar ahora',
      tight:
        'recargar|depositar|retirar|alquilar|alquila|aportar|apostar|pago|ingresar|patrocinar|girar|financiar|suscribirme y pagar',
      soft: 'reservar|reserva|reserve|ir a la caja|ir a caja|ir al pago|ir a pagar|pasar por caja|tramitar|prueba gratis|prueba gratuita|probar gratis|pruebalo gratis|empezar prueba|iniciar prueba|hazte socio|hazte premium|hacerse premium|continuar al pago|continuar con el pago|proceder al pago|pasar al pago|continuar con la compra|iniciar compra|finalizar reserva',
      dues: 'suscribirse|suscribete|suscribirme|suscribir|renovar|renueva|activar|mejorar|unirse|unete|probar|prueba',
      paid: 'plan|mensual|anual|al mes|al ano|membresia|suscripcion|mes|cuota',
      finish:
        'confirmar|confirma|confirmo|realizar|realiza|finalizar|finaliza|completar|completa|enviar|envia|hacer|haz|efectuar|autorizar|autoriza|tramitar|ejecutar|procesar|aceptar|acepto|formalizar|terminar|validar|aprobar|emitir|concluir|cerrar|colocar|presentar',
      goods:
        'pedido|compra|pago|reserva|transferencia|donacion|donativo|puja|oferta de compra|dinero|transaccion|orden|factura|orden de compra|fondos|saldo|recarga|deposito|cobro|apuesta|alquiler|giro|bizum|importe',
      onward: 'ir a|ir al|continuar con|continuar al|continuar|proceder|pasar a|pasar al|siguiente',
      fill: 'ahora|ya|mi|mis|tu|su|el|la|los|las|lo|un|una|y|e|con|por|para|en|de|del|a|al|con tarjeta|tarjeta|tarjeta de credito|seguro|segura|total|importe|clic|un clic|1 clic|si|yo|aqui|online|contra|obligacion|obligacion de pago|mes|euros|efectivo|todo|este|esta|plazos|rapida|rapido|invitado|directamente',
      info: 'continuar comprando|seguir comprando|continuar con las compras|historial|mis pedidos|pedidos|seguir|seguimiento|rastrear|estado|guia|ayuda|como|que|por que|donde|cuando|cual|politica|condiciones|terminos|metodos|metodo|formas|medios|descargar|descarga|ver|consultar|mostrar|ordenar por|orden alfabetico|ordenar resultados|factura descargar|devolucion*|reembolso*|cancelar|cancela|anular|modificar|cambiar|editar|eliminar|quitar|anadir|agregar|carrito|cesta|carro|lista|favoritos|deseos|comparar|comparador|opiniones|noticias|articulo|articulos|preguntas|recibo|recibos|boletin|buscar|busqueda|detalles|resumen|envio*|sangre|organos|direccion|contrasena|perfil|consejos|plantilla|modelo|ejemplo|calculadora|simulador|gestionar|imprimir|formulario|hoja de|informe|compras|pagos|responsable|antes de|sin|darse de baja|suscripcion cancelar|atencion|dinero en|significado|nomina*|contrato|facturas|proveedores',
    },
  },
  it: {
    verb: 'first',
    words: {
      act: 'paga|pagare|paghi|pago|acquista|acquistare|acquisti ora|acquisto immediato|compra|comprare|compralo|compralo subito|ordina|ordinare|ordinalo|dona|donare|fai una donazione|fare una donazione|preordina|versa|bonifica|rilancia|fai un offerta|offri ora|acquisto con un clic|acquista con un clic|ordine con obbligo di pagare|ordina con obbligo di pagare|salda|investi|prenota e paga|contribuisci',
      tight: 'ricarica|deposita|preleva|noleggia|scommetti|pagamento|trasferisci|finanzia|sostienici|affitta|punta',
      soft: 'prenota|prenotare|vai alla cassa|alla cassa|procedi all acquisto|vai al pagamento|procedi al pagamento|continua con il pagamento|prosegui al pagamento|prova gratis|prova gratuita|prova gratuitamente|inizia la prova|diventa socio|diventa premium|passa a premium|procedi con l ordine|procedi con l acquisto|cassa',
      dues: 'abbonati|abbonarsi|iscriviti|rinnova|rinnovare|attiva|aggiorna|passa|prova|sottoscrivi',
      paid: 'abbonamento|mensile|annuale|al mese|all anno|piano|mese|tessera',
      finish:
        'conferma|confermare|confermo|completa|completare|invia|inviare|finalizza|effettua|effettuare|concludi|procedi|autorizza|termina|esegui|eseguire|fai|accetta|approva|disponi|piazza|invio|inoltra|valida|manda|perfeziona',
      goods:
        'ordine|acquisto|pagamento|prenotazione|bonifico|trasferimento|donazione|offerta d asta|denaro|soldi|transazione|fattura|saldo|fondi|versamento|ricarica|puntata|scommessa|noleggio|spesa|rata',
      onward: 'vai al|vai alla|procedi al|procedi con|continua|prosegui|avanti',
      fill: 'ora|adesso|subito|il|la|lo|l|un|una|e|ed|con|per|in|di|del|d|al|all|a|mio|mia|tuo|tua|si|carta|carta di credito|sicuro|in sicurezza|totale|importo|clic|un clic|obbligo|obbligo di pagare|di pagare|online|qui|euro|mese|contanti|rate|contrassegno|ospite|come ospite|questo',
      info: 'continua gli acquisti|continua lo shopping|continua a comprare|continua con gli acquisti|storico|cronologia|i miei ordini|ordini|traccia|tracciamento|stato|metodi|metodo|modalita|guida|guide|aiuto|come|perche|dove|quando|cosa|quale|quali|condizioni|termini|politica|scarica|vedi|visualizza|mostra|ordina per|ordinamento|ordine alfabetico|ordine crescente|ordine decrescente|ordine di|reso|resi|rimborso|rimborsi|annulla|modifica|elimina|rimuovi|aggiungi|carrello|lista|preferiti|desideri|confronta|recensioni|notizie|articolo|articoli|domande|ricevuta|ricevute|cerca|dettagli|riepilogo|spedizione|sangue|organi|indirizzo|password|profilo|consigli|modello|esempio|calcolatore|gestisci|stampa|modulo|fattura scarica|fatture|busta|acquisti|pagamenti|tipi di|senza|disiscriviti|disdici|attenzione|significato|dei medici|contratto',
    },
  },
  pt: {
    verb: 'first',
    words: {
      act: 'fechar pedido|fechar o pedido|pagar|pague|pague agora|comprar|compre|compra rapida|adquirir|adquira|doar|doe|faca uma doacao|fazer uma doacao|fazer doacao|encomendar|encomende|pedir agora|dar lance|dar um lance|licitar|transferir|transfira|quero comprar|quero pagar|comprar com 1 clique|comprar com um clique|compra com 1 clique|encomenda com obrigacao de pagar|encomenda com obrigacao de pagamento|investir|contratar|contrate|quitar|pix agora|comprar ja',
      tight: 'recarregar|depositar|sacar|levantar|alugar|alugue|apostar|pagamento|contribuir|apoiar|carregar saldo',
      soft: 'reservar|reserve|ir para o pagamento|ir para pagamento|ir para o caixa|ir ao caixa|seguir para o pagamento|avancar para o pagamento|prosseguir para o pagamento|continuar para o pagamento|continuar para pagamento|continuar a compra|teste gratis|teste gratuito|experimente gratis|experimentar gratis|comecar teste|iniciar teste|seja membro|torne se membro|seja premium|finalizar reserva',
      dues: 'assinar|assine|renovar|renove|subscrever|subscreva|ativar|aderir|inscrever|experimente|teste',
      paid: 'plano|mensal|anual|por mes|por ano|assinatura|mes|ao mes',
      finish:
        'confirmar|confirme|confirmo|finalizar|finalize|concluir|conclua|enviar|envie|fazer|faca|efetuar|efetue|efectuar|realizar|realize|autorizar|autorize|processar|completar|complete|aceitar|executar|submeter|fechar|aprovar|terminar|validar|emitir',
      goods:
        'pedido|compra|pagamento|reserva|transferencia|doacao|donativo|encomenda|lance|licitacao|dinheiro|transacao|fatura|boleto|pix|saldo|fundos|deposito|saque|recarga|aposta|aluguel|ordem',
      onward: 'ir para|ir ao|seguir para|avancar para|prosseguir|continuar para|continuar|avancar',
      fill: 'agora|ja|o|a|os|as|um|uma|e|com|por|para|em|no|na|de|do|da|meu|minha|seu|sua|sim|cartao|cartao de credito|seguro|segura|com seguranca|total|valor|clique|1 clique|um clique|obrigacao|obrigacao de pagar|online|aqui|euros|reais|mes|boleto|vista|a vista|parcelado|este|esta|convidado',
      info: 'continuar comprando|continuar a comprar|continuar as compras|continue comprando|historico|meus pedidos|as minhas encomendas|pedidos|encomendas|acompanhar|rastrear|rastreio|rastreamento|estado|status|guia|ajuda|como|por que|porque|onde|quando|qual|quais|o que|politica|condicoes|termos|metodos|metodo|formas|meios|baixar|descarregar|transferir pdf|ver|consultar|mostrar|ordenar|ordem alfabetica|ordem de|devolucao|devolucoes|reembolso*|cancelar|cancele|anular|alterar|modificar|editar|excluir|eliminar|remover|adicionar|carrinho|cesto|lista|favoritos|desejos|comparar|avaliacoes|opinioes|noticias|artigo|artigos|perguntas|recibo|recibos|comprovante*|boletim|buscar|pesquisar|procurar|detalhes|resumo|entrega|envio|frete|sangue|orgaos|endereco|morada|senha|perfil|dicas|modelo|exemplo|calculadora|simulador|gerenciar|gerir|imprimir|formulario|relatorio|compras|pagamentos|pagina inicial|pagina|sem|faturas|contrato|significado|atencao',
    },
  },
  nl: {
    verb: 'anywhere',
    words: {
      act: 'betalen|betaal|kopen|koop|bestellen|bestel|doneren|doneer|afrekenen|reken af|bieden|bied|overmaken|overboeken|bestelling met betalingsverplichting|bestellen met betaalplicht|direct kopen|aanschaffen|voldoen|schenken|koop nu|betaalverplichting|betalingsverplichting|vooruitbestellen|pre orderen|in een klik kopen|aankopen',
      tight: 'opwaarderen|storten|opnemen|huren|huur|beleggen|betaling|geef|inzetten|kassa|aftikken',
      soft: 'reserveren|reserveer|boeken|boek|naar de kassa|naar kassa|naar afrekenen|verder naar betalen|naar betaling|doorgaan naar betalen|gratis proberen|probeer gratis|gratis uitproberen|proefperiode starten|proefabonnement*|word lid|lid worden|start proefperiode|verder naar bestellen|ga door naar betalen',
      dues: 'abonneren|abonneer|verlengen|verleng|upgraden|activeren|aanmelden|proberen|overstappen',
      paid: 'abonnement|per maand|per jaar|maandelijks|jaarlijks|lidmaatschap|maand',
      finish:
        'bevestigen|bevestig|plaatsen|plaats|afronden|rond|voltooien|voltooi|verzenden|verstuur|versturen|sturen|uitvoeren|doen|autoriseren|indienen|goedkeuren|verwerken|afsluiten|accepteren|akkoord|stuur|uitbrengen|definitief',
      goods:
        'bestelling|aankoop|betaling|boeking|reservering|overboeking|overschrijving|bod|donatie|transactie|geld|order|factuur|storting|saldo|bedrag|gift|inzet',
      onward: 'naar|doorgaan naar|verder naar|ga naar|doorgaan|verder',
      fill: 'nu|direct|meteen|de|het|een|en|met|via|per|mijn|je|uw|ik|af|ja|veilig|in|op|voor|kaart|creditcard|pinpas|rekening|klik|totaal|bedrag|euro|online|hier|achteraf|als|gast|maand|te|eenmalig|wil',
      info: 'verder winkelen|winkelen|bestelgeschiedenis|bestellingen|mijn bestellingen|volgen|volg|track|betaalmethoden|betaalmethode|betaalmogelijkheden|betaalwijzen|betalingsvoorwaarden|geschiedenis|overzicht|status|voorwaarden|beleid|hulp|help|hoe|waarom|wat|waar|wanneer|welke|gids|tips|koopgids|koopcontract|downloaden|download|bekijk|bekijken|toon|tonen|sorteren|sorteer|volgorde|retour*|terugbetaling|annuleren|annuleer|opzeggen|wijzigen|bewerken|verwijderen|verwijder|toevoegen|winkelwagen|winkelmand|mandje|verlanglijst*|favorieten|vergelijken|vergelijk|reviews|nieuws|nieuwsbrief|artikel|artikelen|vragen|bon|bonnetje|zoeken|zoek|details|bezorging|verzend*|bloed|adres|wachtwoord|profiel|voorbeeld|model|rekenhulp|beheren|afdrukken|formulier|rapport|verkopen|zonder|facturen|geld besparen|loon|betekenis|of huren',
    },
  },
  pl: {
    verb: 'first',
    words: {
      act: 'place|zaplac|zaplacic|oplac|oplacam|kup|kupuje|kupic|kupuj|zamow|zamawiam|zamowic|kup teraz|kupuje i place|zamawiam i place|wplac|przekaz darowizne|wesprzyj|licytuj|zalicytuj|przelej|daruj|zamowienie z obowiazkiem zaplaty|zakup z obowiazkiem zaplaty|zamowienie z obowiazkiem platnosci|rezerwuj i plac|plac|doplac|reguluj|kup jednym kliknieciem|zainwestuj',
      tight: 'doladuj|wyplac|wynajmij|wypozycz|platnosc|zasil konto|obstaw|zaplata',
      soft: 'zarezerwuj|rezerwuj|rezerwuje|przejdz do kasy|do kasy|przejdz do platnosci|przejdz do zakupu|dalej do platnosci|wyprobuj za darmo|wyprobuj bezplatnie|darmowy okres probny|bezplatny okres probny|rozpocznij okres probny|zostan czlonkiem|dostawa i platnosc|kontynuuj do platnosci',
      dues: 'subskrybuj|przedluz|odnow|aktywuj|dolacz|wyprobuj|wykup|ulepsz|zasubskrybuj|prenumeruj',
      paid: 'subskrypcj*|miesiecznie|rocznie|plan|abonament|miesiac|mies|prenumerat*',
      finish:
        'potwierdz|potwierdzam|zloz|skladam|zlozyc|sfinalizuj|finalizuj|dokoncz|zakoncz|wyslij|wykonaj|zlec|autoryzuj|realizuj|zrealizuj|dokonaj|akceptuje|zatwierdz|zatwierdzam|ukoncz|przeslij|wyslac|zlecenie',
      goods:
        'zamowienie|zamowienia|zakup|zakupy|zakupu|platnosc|platnosci|przelew|przelewu|rezerwacje|rezerwacja|oferte|licytacje|darowizne|darowizna|transakcje|pieniadze|zaplate|fakture|wplate|stawke|srodki|wyplate',
      onward: 'przejdz do|dalej do|kontynuuj|dalej|przejdz',
      fill: 'teraz|od razu|natychmiast|i|z|ze|za|do|w|na|moje|moj|swoje|twoje|karta|kartq|blikiem|przelewem|bezpiecznie|razem|suma|online|tutaj|obowiazkiem|zaplaty|platnosci|tak|to|jednym|kliknieciem|zl|miesiac|gosc|jako',
      info: 'kontynuuj zakupy|wroc do zakupow|histori*|moje zamowienia|status|sledz|sledzenie|metody|sposoby|formy|poradnik*|pomoc|jak|dlaczego|gdzie|kiedy|co|ktory*|regulamin|warunki|polityka|pobierz|zobacz|pokaz|wyswietl|sortuj|kolejnosc|zwrot*|reklamacj*|anuluj|odwolaj|zmien|edytuj|usun|dodaj|koszyk*|lista|liste|ulubione|porownaj|porownywarka|opinie|recenzje|aktualnosci|artykul*|pytania|paragon|szukaj|szczegoly|podsumowanie|dostaw*|krew|adres|haslo|profil|przyklad|wzor|kalkulator|zarzadzaj|drukuj|formularz|raport|bez|faktury|newslettera|umowa|zakupowy|historia|plac zabaw|sprzedaj',
    },
  },
  cs: {
    verb: 'first',
    words: {
      act: 'zaplatit|zaplat|zaplatte|platit|koupit|kup|kupte|koupit ihned|kupuji|objednat|objednavam|objednejte|darovat|prispet|prihodit|uhradit|prevest penize|objednavka s povinnosti platby|objednat s povinnosti platby|zavazne objednat|objednat zavazne|objednavka zavazujici k platbe|predobjednat|nakoupit|zakoupit|investovat',
      tight: 'dobit|vlozit penize|vybrat penize|pronajmout|pujcit|platba|pokladna|vsadit',
      soft: 'rezervovat|zarezervovat|zabookovat|k pokladne|do pokladny|prejit k pokladne|prejit k platbe|pokracovat k platbe|pokracovat k pokladne|vyzkouset zdarma|zkusit zdarma|zkusebni verze zdarma|zahajit zkusebni|stat se clenem',
      dues: 'predplatit|prodlouzit|obnovit|aktivovat|odebirat|vyzkouset',
      paid: 'predplatne|mesicne|rocne|clenstvi|tarif|mesic',
      finish:
        'potvrdit|potvrzuji|dokoncit|odeslat|odesilam|podat|provest|autorizovat|poslat|zadat|uzavrit|finalizovat|schvalit|ucinit|prijmout',
      goods:
        'objednavku|objednavka|objednavky|nakup|nakupu|platbu|platba|platby|rezervaci|rezervace|prevod|prihoz|nabidku|dar|penize|transakci|fakturu|prikaz|sazku|castku',
      onward: 'prejit k|pokracovat k|pokracovat v|pokracovat|prejit do|dale',
      fill: 'ted|nyni|hned|ihned|a|s|se|za|do|v|na|moji|muj|svou|kartou|online|bezpecne|celkem|povinnosti|platby|zavazne|ano|k|tuto|jednim|kliknutim|prevodem|hotove|kc|mesic|jako|host',
      info: 'pokracovat v nakupu|pokracovat v nakupovani|histori*|objednavky moje|moje objednavky|stav|sledovat|sledovani|zpusob*|metody|moznosti|prehled|pruvodce|napoveda|pomoc|jak|proc|kde|kdy|co|ktery*|podminky|zasady|stahnout|zobrazit|ukazat|seradit|razeni|poradi|vraceni|reklamac*|zrusit|storno|upravit|zmenit|odstranit|smazat|pridat|vlozit do kosiku|kosik*|seznam|oblibene|porovnat|recenze|novinky|clanek|clanky|otazky|doklad|uctenka|hledat|detail*|souhrn|doprav*|doruc*|krev|adres*|heslo|profil|vzor|priklad|kalkulacka|spravovat|tisk|vytisknout|formular|zprava|bez|faktury|kupni smlouva|smlouva|prodat',
    },
  },
  sk: {
    verb: 'first',
    words: {
      act: 'zaplatit|zaplat|platit|kupit|kupte|kupit teraz|kupujem|objednat|objednavam|darovat|prispiet|prihodit|uhradit|objednavka s povinnostou platby|objednat s povinnostou platby|zavazne objednat|nakupit|zakupit',
      tight: 'dobit|platba|pokladna|prenajat|stavit',
      soft: 'rezervovat|k pokladni|do pokladne|prejst k pokladni|prejst k platbe|pokracovat k platbe|pokracovat k pokladni|vyskusat zadarmo|vyskusat zdarma',
      dues: 'predplatit|predlzit|obnovit|aktivovat|odoberat',
      paid: 'predplatne|mesacne|rocne|clenstvo|mesiac',
      finish: 'potvrdit|potvrdzujem|dokoncit|odoslat|podat|vykonat|autorizovat|poslat|zadat|schvalit|prijat',
      goods:
        'objednavku|objednavka|objednavky|nakup|platbu|platba|platby|rezervaciu|prevod|ponuku|dar|peniaze|transakciu|fakturu|prikaz',
      onward: 'prejst k|pokracovat k|pokracovat|prejst do|dalej',
      fill: 'teraz|hned|ihned|a|s|so|za|do|v|na|moju|moj|svoju|kartou|online|bezpecne|spolu|povinnostou|platby|zavazne|ano|k|jednym|kliknutim',
      info: 'pokracovat v nakupe|pokracovat v nakupovani|histori*|moje objednavky|stav|sledovat|sposob*|metody|moznosti|prehlad|sprievodca|pomoc|ako|preco|kde|kedy|co|ktory*|podmienky|zasady|stiahnut|zobrazit|zoradit|poradie|vratenie|reklamac*|zrusit|upravit|zmenit|odstranit|vymazat|pridat|kosik*|zoznam|oblubene|porovnat|recenzie|novinky|clanok|clanky|otazky|doklad|hladat|detail*|doprav*|doruc*|adres*|heslo|profil|vzor|priklad|tlacit|formular|bez|faktury|zmluva|predat',
    },
  },
  sv: {
    verb: 'first',
    words: {
      act: 'betala|kop|kopa|bestall|bestalla|skank|donera|ge en gava|lagg bud|buda|overfor|swisha|slutfor kop|bestallning med betalningsskyldighet|bestall med betalningsskyldighet|kop direkt|forhandsbestall|investera',
      tight: 'satt in|ta ut|hyr|ladda|kassa|betalning|satsa|till betalning|fyll pa',
      soft: 'boka|reservera|till kassan|ga till kassan|ga till betalning|fortsatt till betalning|fortsatt till kassan|prova gratis|testa gratis|starta provperiod|bli medlem|gratis provperiod|bli premium',
      dues: 'prenumerera|fornya|forlang|uppgradera|aktivera|teckna|starta|prova',
      paid: 'prenumeration|per manad|manad|manadsvis|arsvis|per ar|medlemskap|spara|abonnemang',
      finish:
        'bekrafta|slutfor|skicka|lagg|genomfor|godkann|gor|avsluta|placera|auktorisera|utfor|fullfolj|verkstall|sand|signera|fardigstall',
      goods:
        'order|orderen|ordern|kop|kopet|betalning|betalningen|bestallning|bestallningen|bokning|bokningen|bud|budet|overforing|overforingen|gava|gavan|pengar|transaktion|faktura|insattning|reservation',
      onward: 'ga till|fortsatt till|fortsatt|vidare till',
      fill: 'nu|direkt|genast|och|med|via|min|mitt|din|ditt|jag|det|den|en|ett|till|for|i|pa|kort|kortet|sakert|totalt|belopp|klick|kr|kronor|manad|har|ja|faktura|betalningsskyldighet|kopet|gast|som',
      info: 'fortsatt handla|handla vidare|orderhistorik|bestallningar|mina bestallningar|mina order|ordrar|orderstatus|status|spara order|sparning|folj|betalsatt|betalningssatt|betalningsmetoder|betalningsalternativ|villkor|policy|hjalp|hur|varfor|var|nar|vad|vilk*|guide|kopguide|tips|ladda ner|hamta|visa|se|sortera|sorteringsordning|ordning|retur*|aterbetalning|avbryt|avboka|andra|redigera|ta bort|lagg till|varukorg*|kundvagn*|onskelista*|favoriter|jamfor|recensioner|nyheter|nyhetsbrev*|artikel|artiklar|fragor|kvitto|kvitton|sok|detaljer|leverans*|frakt*|blod|adress|losenord|profil|exempel|mall|kalkylator|hantera|skriv ut|formular|rapport|utan|fakturor|kopevillkor|kopekontrakt|salj|kopslut|loneband',
    },
  },
  da: {
    verb: 'first',
    words: {
      act: 'betal|kob|koeb|bestil|doner|giv et bidrag|giv bud|byd|afgiv bud|overfor|kob nu|bestil nu|stot|ordre med betalingspligt|bestilling med betalingspligt|bestil med betalingspligt|gennemfor kob|forudbestil|invester|ordre med betalingsforpligtelse',
      tight: 'indbetal|haev|indsaet|lej|optank|kasse|betaling|sats|til betaling',
      soft: 'book|reserver|ga til kassen|til kassen|ga til betaling|fortsaet til betaling|fortsaet til kassen|prov gratis|start proveperiode|gratis prove|bliv medlem',
      dues: 'abonner|forny|forlaeng|opgrader|aktiver|tegn|tilmeld|prov',
      paid: 'abonnement|pr maned|per maned|maned|arligt|manedligt|medlemskab|spar',
      finish:
        'bekraeft|gennemfor|afgiv|send|fuldfor|godkend|afslut|foretag|placer|udfor|indsend|accepter|autoriser|faerdiggor|laeg',
      goods:
        'ordre|ordren|kob|kobet|betaling|betalingen|bestilling|bestillingen|booking|bookingen|reservation|bud|overforsel|overforslen|donation|bidrag|penge|transaktion|faktura|indbetaling',
      onward: 'ga til|fortsaet til|fortsaet|videre til',
      fill: 'nu|straks|med det samme|og|med|via|min|mit|din|dit|jeg|det|den|en|et|til|for|i|pa|kort|kortet|sikkert|total|belob|klik|kr|kroner|maned|her|ja|faktura|betalingspligt|gaest|som|mobilepay',
      info: 'handle videre|shoppe videre|ordrehistorik|ordrer|mine ordrer|bestillinger|status|spor|folg|betalingsmetoder|betalingsmader|betalingsmuligheder|historik|betingelser|vilkar|politik|hjaelp|hvordan|hvorfor|hvor|hvornar|hvad|hvilk*|guide|kobsguide|kobeguide|tips|hent|vis|se|sorter|raekkefolge|retur*|refusion|annuller|aendr|rediger|slet|fjern|tilfoj|laeg i kurv|kurv|indkobskurv|onskeliste|favoritter|sammenlign|anmeldelser|nyheder|nyhedsbrev*|artikel|artikler|sporgsmal|kvittering|kvitteringer|sog|detaljer|levering*|fragt|blod|adresse|adgangskode|profil|eksempel|skabelon|beregner|administrer|udskriv|formular|rapport|uden|fakturaer|kobekontrakt|saelg|lonseddel',
    },
  },
  no: {
    verb: 'first',
    words: {
      act: 'betal|betale|kjop|bestill|doner|gi en gave|gi bud|legg inn bud|overfor|kjop na|bestill na|stott|bestilling med betalingsplikt|bestill med betalingsplikt|fullfor kjop|ordre med betalingsplikt|forhandsbestill|invester|vipps na',
      tight: 'sett inn|ta ut|lei|fyll pa|kasse|betaling|sats|til betaling|innbetal',
      soft: 'book|reserver|ga til kassen|til kassen|ga til betaling|fortsett til betaling|fortsett til kassen|prov gratis|start proveperiode|gratis prove|bli medlem',
      dues: 'abonner|forny|forleng|oppgrader|aktiver|tegn|prov',
      paid: 'abonnement|per maned|pr maned|maned|arlig|manedlig|medlemskap|spar',
      finish:
        'bekreft|fullfor|send|gjennomfor|legg inn|godkjenn|avslutt|gjor|plasser|utfor|send inn|aksepter|autoriser|ferdigstill|foreta|legg',
      goods:
        'ordre|ordren|ordre na|kjop|kjopet|betaling|betalingen|bestilling|bestillingen|booking|reservasjon|bud|overforing|overforingen|donasjon|gave|penger|transaksjon|faktura|innbetaling',
      onward: 'ga til|fortsett til|fortsett|videre til',
      fill: 'na|straks|og|med|via|min|mitt|din|ditt|jeg|det|den|en|et|til|for|i|pa|kort|kortet|sikkert|totalt|belop|klikk|kr|kroner|maned|her|ja|faktura|betalingsplikt|gjest|som|vipps',
      info: 'handle videre|fortsett a handle|ordrehistorikk|ordrer|mine ordrer|mine bestillinger|bestillinger|status|spor|folg|betalingsmater|betalingsmetoder|betalingsalternativer|historikk|betingelser|vilkar|retningslinjer|hjelp|hvordan|hvorfor|hvor|nar|hva|hvilk*|guide|kjopsguide|tips|last ned|vis|se|sorter|rekkefolge|retur*|refusjon|avbryt|kanseller|endre|rediger|slett|fjern|legg til|legg i|handlekurv*|onskeliste|favoritter|sammenlign|anmeldelser|nyheter|nyhetsbrev*|artikkel|artikler|sporsmal|kvittering|kvitteringer|sok|detaljer|levering*|frakt|blod|adresse|passord|profil|eksempel|mal|kalkulator|administrer|skriv ut|skjema|rapport|uten|fakturaer|kjopekontrakt|selg|kjopsvilkar',
    },
  },
  fi: {
    verb: 'first',
    words: {
      act: 'maksa|maksan|osta|ostan|tilaa|tilaan|lahjoita|huuda|tarjoa|siirra rahaa|osta heti|osta nyt|tilaa nyt|tilaus maksuvelvoitteella|maksullinen tilaus|tilaus johon liittyy maksuvelvollisuus|ennakkotilaa|maksaa|sijoita',
      tight: 'talleta|nosta|vuokraa|lataa saldoa|kassa|maksu|kassalle|panosta',
      soft: 'varaa|siirry kassalle|siirry maksamaan|jatka maksamaan|jatka kassalle|jatka maksuun|kokeile ilmaiseksi|kokeile maksutta|aloita kokeilu|ilmainen kokeilu|liity jaseneksi|mene kassalle',
      dues: 'uudista|jatka tilausta|paivita|aktivoi|liity|kokeile',
      paid: 'tilausjakso|kuukaudessa|vuodessa|jasenyys|kk|kuukausi*',
      finish: 'vahvista|hyvaksy|laheta|viimeistele|suorita|tee|jata|toteuta|valtuuta|paata|vie loppuun|vahvistan|laita',
      goods:
        'tilaus|tilauksen|tilauksesi|osto|oston|ostos|ostoksen|maksu|maksun|maksusi|varaus|varauksen|tarjous|tarjouksen|huuto|siirto|siirron|tilisiirto|lahjoitus|lahjoituksen|rahaa|rahat|lasku|laskun|talletus|korttimaksu',
      onward: 'siirry|jatka|seuraava',
      fill: 'nyt|heti|ja|kortilla|pankkikortilla|luottokortilla|laskulla|turvallisesti|oma|yhteensa|summa|klikkaus|yhdella|klikkauksella|euroa|tasta|kylla|mina|verkossa|maksuvelvoitteella|kk',
      info: 'tilaushistoria|tilaukset|omat tilaukset|tilauksen tila|tila|seuraa|seuranta|maksutavat|maksutapa|maksuehdot|maksuvaihtoehdot|historia|ehdot|kaytanto|ohje*|opas|ostajan|osto opas|osto-opas|apu|miten|miksi|missa|milloin|mika|mita|mitka|vinkit|lataa|nayta|katso|jarjesta|jarjestys|palautu*|palauta|hyvitys|peruuta|peru|muokkaa|muuta|poista|lisaa|ostoskori*|kori*|koriin|toivelista|suosikit|vertaa|arvostelut|uutiset|uutiskirje*|artikkeli*|kysymykset|kuitti|kuitit|hae|haku|tiedot|toimitus*|verta|osoite|salasana|profiili|esimerkki|malli|laskuri|hallitse|tulosta|lomake|raportti|ilman|laskut|kauppakirja|myy',
    },
  },
  tr: {
    verb: 'anywhere',
    words: {
      act: 'ode|odeyin|satin al|satin alin|satin almak|simdi al|hemen al|siparis ver|siparis et|bagis yap|bagista bulun|teklif ver|para gonder|havale yap|havale et|odeme yap|odeme yukumlulugu*|odeme yukumluluguyle siparis|tek tikla al|tek tikla satin al|oder|ode ve bitir|on siparis ver|yatirim yap|sepeti onayla|pey ver',
      tight: 'para yatir|para cek|kirala|bakiye yukle|odeme|kasa|bahis yap|yukle',
      soft: 'rezervasyon yap|rezerve et|yer ayirt|odemeye gec|odemeye devam et|odemeye ilerle|odeme adimina gec|kasaya git|kasaya gec|ucretsiz dene|ucretsiz deneyin|denemeyi baslat|uye ol premium|sepeti tamamla|satin almaya devam et',
      dues: 'abone ol|yenile|yukselt|uzat|etkinlestir|dene|katil',
      paid: 'abonelik|aylik|yillik|ayda|yilda|uyelik|plan*',
      finish:
        'onayla|onayliyorum|tamamla|tamamlayin|gonder|bitir|gerceklestir|yap|ver|sonlandir|kabul et|yetkilendir|et|olustur|ilet|tamamlamak',
      goods:
        'siparis*|odeme*|alisveris*|satin alma*|satin alim*|rezervasyon*|havale*|transfer*|teklif*|bagis*|para|parayi|islem*|fatura*|borc*|bakiye*|bahis*',
      onward: 'gec|devam et|ilerle|git',
      fill: 'simdi|hemen|ve|ile|kart|kartla|kartiyla|kredi|kredi karti|kredi kartiyla|banka|guvenli|guvenle|toplam|tutar|tek|tik|tikla|bir|bu|benim|tl|evet|ay|online|misafir|olarak|al',
      info: 'alisverise devam et|alisverise don|alisverise devam|gecmisi|gecmis|siparislerim|siparisler|takip*|takibi|durumu|durum|yontem*|secenek*|rehber*|yardim|nasil|neden|nerede|ne zaman|nedir|hangi|kosul*|sart*|politika*|indir|goruntule|goster|sirala*|siralama|iade*|iptal*|degistir|duzenle|sil|kaldir|ekle|sepet*|liste*|favori*|karsilastir*|yorum*|haber*|makale*|soru*|makbuz*|fis|ara|arama|detay*|ozet*|teslimat*|kargo*|kan|adres*|sifre*|profil*|ornek*|sablon*|hesapla*|yonet|yazdir|form*|rapor*|bulten*|e bulten|olmadan|planlari|bilgi*|sozlesme*|sat|satis*|hakkinda',
    },
  },
  ro: {
    verb: 'first',
    words: {
      act: 'plateste|platiti|platesc|plata acum|cumpara|cumparati|cumpar|comanda|comandati|comand|doneaza|donati|liciteaza|liciteaza acum|transfera|achita|achitati|achizitioneaza|comanda cu obligatie de plata|comanda cu obligatia de plata|comanda cu obligativitatea platii|precomanda|a plati|cumpara acum|trimite bani|investeste|finalizeaza',
      tight: 'incarca|depune|retrage|inchiriaza|pariaza|plata|alimenteaza',
      soft: 'rezerva|rezervati|mergi la casa|mergi la plata|catre plata|continua catre plata|continua spre plata|continua la plata|spre plata|treci la plata|incearca gratuit|incearca gratis|proba gratuita|incepe perioada de proba|devino membru|perioada de proba gratuita',
      dues: 'aboneaza te|reinnoieste|prelungeste|activeaza|inscrie te|incearca',
      paid: 'abonament*|lunar|anual|pe luna|pe an|plan|luna',
      finish:
        'confirma|confirmati|confirm|finalizeaza|finalizare|finalizati|trimite|trimiteti|plaseaza|efectueaza|efectuati|autorizeaza|executa|incheie|realizeaza|accepta|fa|completeaza|depune|aproba|confirmare|inregistreaza',
      goods:
        'comanda|comenzii|comanda mea|plata|platii|plati|achizitia|achizitie|cumparaturile|rezervarea|rezervare|transferul|transfer|donatia|donatie|o donatie|oferta|licitatia|bani|banii|tranzactia|factura|suma|depunere|pariul',
      onward: 'mergi la|continua catre|continua spre|continua la|continua|treci la|inainte',
      fill: 'acum|imediat|si|cu|prin|cardul|card|la|de|in|pe|pentru|o|un|mea|meu|ta|ta|online|securizat|sigur|total|obligatie|obligatie de plata|obligatia|da|aici|lei|ron|luna|rate|ramburs|un|singur|click|clic|catre|ca|oaspete',
      info: 'continua cumparaturile|continuati cumparaturile|continua cumparaturi|istoric*|comenzile|comenzile mele|comenzi|urmareste|urmarire|stare|starea|status*|metode|metoda|modalitati|ghid*|ajutor|cum|de ce|unde|cand|ce|care|termeni|conditii|politica|descarca|vezi|afiseaza|sorteaza|ordine|ordinea|ordoneaza|retur*|rambursare|anuleaza|anulare|modifica|editeaza|sterge|elimina|adauga|cos|cosul|lista|favorite|compara|recenzii|stiri|articol*|intrebari|chitanta|bon|cauta|detalii|rezumat|livrare*|sange|adresa|parola|profil|exemplu|model|calculator|gestioneaza|tipareste|formular*|raport|fara|facturi|buletin*|contract|vinde|informatii',
    },
  },
  hu: {
    verb: 'anywhere',
    words: {
      act: 'fizetes|fizetek|fizetni|fizess|fizessen|kifizetes|vasarlas|megveszem|megvasarolom|megvasarol|vasarolok|megrendelem|megrendeles|megrendelek|rendeles|rendelek|vedd meg|vegye meg|adomanyozas|adomanyozok|adomanyozz|licitalok|licitalas|penz kuldese|atutalas|utalas|fizetesi kotelezettseggel|vasarlas most|rendeles leadasa|azonnali vasarlas|veszem|megrendelés fizetesi kotelezettseggel|elorendeles|penzkuldes|befizetes',
      tight: 'feltoltes|berles|befektetes|fogadas|kassza',
      soft: 'foglalas|lefoglalom|foglalok|foglalj|tovabb a fizeteshez|tovabb a penztarhoz|penztar|penztarhoz|tovabb a kasszahoz|probald ki ingyen|ingyenes proba*|proba inditasa|probaidoszak*|legyel tag|irany a penztar',
      dues: 'elofizetes|elofizetek|feliratkozas|megujitas|hosszabbitas|aktivalas|kiprobal*',
      paid: 'havonta|evente|elofizetes|havi|eves|tagsag|ho',
      finish:
        'megerosites*|veglegesites*|veglegesitem|elkuldes*|elkuldom|leadas*|leadom|jovahagyas*|jovahagyom|befejezes*|teljesites*|inditas*|elfogadom|megerositem|elfogadas*|lezaras*|kuldes|kuldese',
      goods:
        'rendeles*|megrendeles*|vasarlas*|fizetes*|foglalas*|atutalas*|utalas*|licit*|ajanlat*|adomany*|penz*|tranzakcio*|szamla|tet|osszeg',
      onward: 'tovabb',
      fill: 'most|azonnal|es|kartyaval|bankkartyaval|a|az|egy|online|biztonsagosan|kotelezettseggel|fizetesi|igen|ft|forint|osszesen|kattintassal|ho|utanvettel|vendegkent|itt',
      info: 'folytatas*|folytatom|elozmeny*|rendeleseim|rendelesek|allapot*|kovetes*|nyomkoves|nyomon|modok|modjai|mod|fizetesi modok|lehetoseg*|utmutato|segitseg|hogyan|miert|hol|mikor|mi|mit|melyik|feltetel*|szabalyzat|letoltes*|megtekintes*|megtekint|rendezes*|sorrend*|visszakuldes*|visszaterites*|torles*|modositas*|szerkesztes*|eltavolitas*|hozzaadas*|kosar*|kosarba|lista*|kedvenc*|osszehasonlitas*|velemeny*|hirek|hirlevel*|cikk*|kerdes*|nyugta*|kereses*|reszletek|osszegzes|szallitas*|ver|cim|jelszo|profil|pelda|minta|kalkulator|kezeles*|nyomtatas|urlap*|jelentes|nelkul|szamlak|szerzodes*|adasveteli|eladas|eladom|tanacs*|lemondas*|visszavonas*|kalauz|tortenet*',
    },
  },
  vi: {
    verb: 'first',
    words: {
      act: 'thanh toan|tra tien|mua|mua ngay|mua hang|dat hang|dat mua|dat ngay|quyen gop|ung ho|chuyen tien|chuyen khoan|dau gia|dat gia|ra gia|tra gop|mua lai|mua bang|nap tien',
      tight: 'nap|rut tien|thue|gop|dat cuoc|gui tien',
      soft: 'dat cho|dat phong|dat ve|dat ban|tien hanh thanh toan|tien hanh dat hang|den trang thanh toan|tiep tuc thanh toan|chuyen den thanh toan|dung thu mien phi|thu mien phi|bat dau dung thu|tro thanh hoi vien|dat lich',
      dues: 'dang ky|gia han|nang cap|kich hoat|tham gia|dung thu',
      paid: 'hang thang|hang nam|moi thang|goi|thanh vien|thang',
      finish:
        'xac nhan|hoan tat|hoan thanh|gui|thuc hien|chap nhan|dong y|phe duyet|tien hanh|ket thuc|chot|dat|uy quyen',
      goods:
        'don hang|don|don dat hang|thanh toan|mua hang|giao dich|dat hang|dat cho|chuyen khoan|chuyen tien|hoa don|tien|quyen gop|dat phong|dau gia',
      onward: 'tiep tuc|tien hanh|den|chuyen den',
      fill: 'ngay|bay gio|va|bang|the|the tin dung|an toan|tong|cua toi|toi|cua|mot|lan|nhap|voi|qua|nay|luon|truc tuyen|tien mat|khi nhan hang|d|vnd|dong|nhanh|ngan hang',
      info: 'tiep tuc mua sam|tiep tuc mua hang|tiep tuc mua|lich su|don hang cua toi|theo doi|trang thai|phuong thuc|hinh thuc|cach|huong dan|tro giup|lam sao|tai sao|o dau|khi nao|gi|nao|dieu khoan|dieu kien|chinh sach|tai xuong|tai|xem|hien thi|sap xep|thu tu|tra hang|doi tra|hoan tien|huy|sua|chinh sua|xoa|bo|them|gio hang|gio|danh sach|yeu thich|so sanh|danh gia|tin tuc|bai viet|cau hoi|bien lai|tim|tim kiem|chi tiet|tom tat|giao hang|van chuyen|dia chi|mat khau|ho so|vi du|mau|quan ly|in|bao cao|ban tin|khong|hop dong|mua ban|ban hang|meo|kinh nghiem',
    },
  },
  id: {
    verb: 'first',
    words: {
      act: 'bayar|beli|pesan|donasi|berdonasi|sumbang|kirim uang|tawar|ajukan tawaran|order sekarang|belanja sekarang|lunasi|bayar sekarang|pra pesan|beli langsung|beli dengan 1 klik|membayar|membeli|investasi|infak|sedekah',
      tight: 'transfer|checkout|isi saldo|tarik dana|sewa|setor|isi ulang|top up|pembayaran|bertaruh|kasir',
      soft: 'reservasi|booking|lanjut ke pembayaran|lanjutkan ke pembayaran|lanjutkan pembayaran|ke kasir|lanjut ke kasir|coba gratis|uji coba gratis|mulai uji coba|jadi anggota|menuju pembayaran|bayar nanti',
      dues: 'berlangganan|langganan|perpanjang|tingkatkan|aktifkan|gabung|daftar|coba',
      paid: 'per bulan|per tahun|bulanan|tahunan|paket|keanggotaan|bulan',
      finish:
        'konfirmasi|selesaikan|kirim|buat|lakukan|setujui|proses|ajukan|otorisasi|terima|sahkan|tuntaskan|kirimkan|selesai',
      goods:
        'pesanan|pembelian|pembayaran|reservasi|transfer|tawaran|donasi|uang|dana|transaksi|tagihan|order|pemesanan|saldo|setoran|taruhan',
      onward: 'lanjut ke|lanjutkan ke|lanjut|lanjutkan|ke',
      fill: 'sekarang|dan|dengan|pakai|lewat|kartu|kartu kredit|saya|anda|aman|total|jumlah|klik|satu|1 klik|ini|rp|ya|langsung|online|di|tunai|di tempat|bulan|sebagai|tamu',
      info: 'lanjut belanja|lanjutkan belanja|riwayat|pesanan saya|lacak|pelacakan|status|metode|cara|panduan|bantuan|bagaimana|mengapa|kenapa|di mana|kapan|apa|mana|syarat|ketentuan|kebijakan|unduh|lihat|tampilkan|urutkan|urutan|pengembalian|batalkan|batal|ubah|edit|hapus|tambah|tambahkan|keranjang|daftar keinginan|favorit|bandingkan|ulasan|berita|artikel|pertanyaan|struk|kuitansi|cari|pencarian|rincian|detail|ringkasan|pengiriman|darah|alamat|kata sandi|profil|contoh|kalkulator|kelola|cetak|formulir|laporan|buletin|tanpa|kontrak|jual|tips|metode pembayaran',
    },
  },
  ms: {
    verb: 'first',
    words: {
      act: 'bayar|beli|tempah dan bayar|derma|sumbang|pindahkan wang|hantar wang|bida|pesan|buat pesanan|beli sekarang',
      tight: 'tambah nilai|keluarkan wang|sewa|pembayaran',
      soft: 'tempah|teruskan ke pembayaran|cuba percuma|daftar keluar|percubaan percuma',
      finish: 'sahkan|lengkapkan|hantar|buat|selesaikan|serah|muktamadkan|terima',
      goods: 'pesanan|pembelian|pembayaran|tempahan|bidaan|derma|wang|pemindahan|transaksi',
      onward: 'teruskan ke|teruskan',
      fill: 'sekarang|dan|dengan|kad|kad kredit|saya|anda|selamat|jumlah|klik|rm|ya|satu',
      info: 'sejarah|jejak|status|kaedah|cara|panduan|bantuan|bagaimana|terma|syarat|dasar|muat turun|lihat|susun|pulangan|batal|batalkan|ubah|padam|tambah ke|troli|bakul|senarai|banding|ulasan|artikel|soalan|resit|cari|penghantaran|alamat|profil|jual',
    },
  },
  el: {
    verb: 'first',
    words: {
      act: 'πληρωμη|πληρωστε|πληρωσε|πληρωνω|αγορα|αγορασε|αγοραστε|αγοραζω|παραγγειλε|παραγγειλτε|παραγγελια με υποχρεωση πληρωμης|παραγγελια τωρα|δωρεα|δωριστε|δωρισε|καντε δωρεα|κανε δωρεα|πλειοδοτηστε|υποβολη προσφορας|προσφορα τωρα|μεταφορα χρηματων|αποστολη χρηματων|στειλε χρηματα|αγορα με ενα κλικ|εξοφληση|προπαραγγελια|αγορα τωρα|πληρωμη τωρα',
      tight: 'καταθεση|αναληψη|ενοικιαση|ταμειο|φορτιση|χορηγησε|πονταρε',
      soft: 'κρατηση|κλεισε|κλειστε|συνεχεια στην πληρωμη|μεταβαση στην πληρωμη|μεταβαση στο ταμειο|προς ταμειο|στο ταμειο|δοκιμαστε δωρεαν|δοκιμασε δωρεαν|δωρεαν δοκιμη|εναρξη δοκιμης|γινε μελος|γινετε μελος|ολοκληρωση κρατησης',
      dues: 'συνδρομη|ανανεωση|αναβαθμιση|ενεργοποιηση|εγγραφη|γινετε',
      paid: 'τον μηνα|μηνιαια|ετησια|το μηνα|πακετο|μηνα|συνδρομη',
      finish:
        'επιβεβαιωση|επιβεβαιωστε|επιβεβαιωσε|ολοκληρωση|ολοκληρωστε|ολοκληρωσε|υποβολη|υποβαλετε|αποστολη|στειλτε|εκτελεση|εγκριση|εξουσιοδοτηση|καταχωρηση|αποδοχη|οριστικοποιηση|τελος|καντε',
      goods:
        'παραγγελιας|παραγγελια|παραγγελιασ|αγορας|αγορα|αγορων|πληρωμης|πληρωμη|κρατησης|κρατηση|μεταφορας|μεταφορα|δωρεας|δωρεα|προσφορας|προσφορα|χρηματων|χρηματα|συναλλαγης|συναλλαγη|λογαριασμου|εμβασματος|καταθεσης',
      onward: 'συνεχεια|μεταβαση|προς|συνεχιστε',
      fill: 'τωρα|αμεσα|και|με|την|τη|το|τον|της|του|των|σας|μου|σου|καρτα|πιστωτικη|ασφαλης|ασφαλη|συνολο|ποσο|κλικ|ενα|σε|στην|στο|για|ναι|εδω|online|υποχρεωση|πληρωμης|ευρω|μεσω|ως|επισκεπτης',
      info: 'συνεχεια αγορων|συνεχιστε τις αγορες|συνεχιση αγορων|ιστορικο|παραγγελιων|παραγγελιες|οι παραγγελιες|κατασταση|παρακολουθηση|εντοπισμος|τροποι|τροπος|μεθοδοι|μεθοδος|οδηγος|βοηθεια|πως|γιατι|που|ποτε|τι|ποιο|οροι|πολιτικη|ληψη|κατεβαστε|προβολη|δειτε|εμφανιση|ταξινομηση|σειρα|επιστροφ*|ακυρωση|ακυρωστε|αλλαγη|επεξεργασια|διαγραφη|αφαιρεση|προσθηκη|καλαθι*|λιστα|αγαπημενα|συγκριση|κριτικες|νεα|ενημερωτικο|ενημερωτικα|αρθρο|αρθρα|ερωτησεις|αποδειξη|αποδειξεις|αναζητηση|λεπτομερειες|συνοψη|αποστολης|παραδοση|αιμα|αιματος|διευθυνση|κωδικος|προφιλ|παραδειγμα|υποδειγμα|υπολογισμος|διαχειριση|εκτυπωση|φορμα|αναφορα|χωρις|πωληση|πληρωμων|αγοραστη|συμβουλες|αγορες|αγορες μου|εργασιας|ακινητων|μεταχειρισμενων|δωρεαν',
    },
  },
  ru: {
    verb: 'first',
    words: {
      act: 'оплатить|оплати|оплатите|оплачиваю|заплатить|заплати|платить|купить|купи|купите|покупаю|приобрести|заказать|закажи|закажите|заказать с обязательством оплаты|заказ с обязательством оплаты|пожертвовать|пожертвуйте|сделать пожертвование|сделать ставку|перевести|переведите|внести платеж|внести оплату|внести|погасить|пополнить|купить в один клик|купить в 1 клик|предзаказ|предзаказать|поддержать рублем|списать|доплатить|рассчитаться|инвестировать|выкупить|забронировать и оплатить|оформить и оплатить|отправить деньги',
      tight:
        'снять|вывести|арендовать|задонатить|оплата|к оплате|касса|поставить|поддержать|донат|вложить|продать сейчас',
      soft: 'забронировать|бронировать|забронируйте|перейти к оплате|перейти к оформлению|к оформлению|продолжить к оплате|перейти в кассу|попробовать бесплатно|попробуйте бесплатно|пробный период|бесплатный пробный период|начать пробный|стать участником|оформить подписку|оформить бронь|перейти к покупке',
      dues: 'подписаться|продлить|обновить|активировать|попробовать|подключить|вступить|улучшить',
      paid: 'подписку|в месяц|в год|тариф|месяц|ежемесячно|премиум|членство|абонемент',
      finish:
        'подтвердить|подтверждаю|подтвердите|оформить|оформляю|завершить|отправить|совершить|разместить|выполнить|провести|авторизовать|сделать|закончить|осуществить|принять|одобрить|подать|подписать|произвести|утвердить|отправляю|перечислить',
      goods:
        'заказ|заказа|покупку|покупка|покупки|оплату|оплата|оплаты|платеж|платежа|бронирование|бронь|перевод|перевода|пожертвование|ставку|ставка|деньги|средства|транзакцию|счет|сделку|взнос|аренду|сумму|донат|долг|штраф|доставку и оплату',
      onward: 'перейти к|перейти|продолжить|далее к|дальше',
      fill: 'сейчас|сразу|немедленно|и|с|со|по|за|в|на|к|из|мой|мою|свой|ваш|картой|картои|карту|банковской картой|наличными|онлайн|безопасно|всего|итого|сумма|один|одним|1|клик|кликом|обязательством|оплаты|да|здесь|тут|через|сбп|руб|рублей|р|месяц|этот|как|гость|рассрочку|кредит',
      info: 'продолжить покупки|вернуться к покупкам|продолжить покупку товаров|истори*|мои заказы|заказы|заказов|отследить|отслеживание|статус*|способы|способ|методы|варианты|руководство|гид|помощь|справка|как|почему|где|когда|что|какой|какие|условия|правила|политика|скачать|загрузить|посмотреть|просмотр|показать|открыть|сортиров*|порядок|порядке|возврат*|вернуть|отменить|отмена|изменить|редактировать|удалить|убрать|добавить|корзин*|список|избранное|сравнить|сравнение|отзывы|новости|статья|статьи|вопросы|чек|чеки|квитанци*|найти|поиск|подробн*|детали|сводка|доставка|доставки|кровь|крови|адрес|пароль|профил*|пример|образец|шаблон|калькулятор|управл*|печать|распечатать|форма|бланк|отчет*|рассылк*|без|договор|продать|советы|перевести текст|перевести страницу|перевести на|перевод текста|о заказе|об оплате|о доставке|покупателям|покупателя|б у',
    },
  },
  uk: {
    verb: 'first',
    words: {
      act: 'оплатити|сплатити|сплатіть|оплатіть|заплатити|купити|купіть|купую|придбати|замовити|замовляю|замовте|пожертвувати|зробити пожертву|задонатити|зробити ставку|переказати|переказати гроші|надіслати гроші|внести платіж|поповнити|купити в один клік|купити в 1 клік|замовлення з обов язком оплати|погасити|передзамовити|розрахуватися|підтримати гривнею',
      tight: 'зняти|вивести|орендувати|оплата|до сплати|каса|донат',
      soft: 'забронювати|бронювати|перейти до оплати|перейти до оформлення|продовжити до оплати|перейти до каси|до каси|спробувати безкоштовно|безкоштовний пробний період|пробний період|оформити підписку|стати учасником',
      dues: 'підписатися|продовжити підписку|оновити|активувати|спробувати|підключити',
      paid: 'підписку|на місяць|на рік|тариф|місяць|щомісяця|преміум',
      finish:
        'підтвердити|підтверджую|підтвердіть|оформити|оформляю|завершити|надіслати|здійснити|розмістити|виконати|провести|авторизувати|зробити|закінчити|прийняти|подати|затвердити',
      goods:
        'замовлення|покупку|покупка|покупки|оплату|оплата|оплати|платіж|платежу|бронювання|переказ|переказу|пожертву|ставку|гроші|кошти|транзакцію|рахунок|внесок',
      onward: 'перейти до|перейти|продовжити|далі',
      fill: 'зараз|одразу|негайно|і|й|та|з|із|за|в|у|на|до|мій|моє|своє|ваше|карткою|картку|готівкою|онлайн|безпечно|всього|разом|сума|один|одним|1|клік|кліком|так|тут|через|грн|гривень|місяць|це|як|гість',
      info: 'продовжити покупки|повернутися до покупок|істор*|мої замовлення|замовлень|відстежити|відстеження|статус*|способи|спосіб|методи|довідник|посібник|допомога|довідка|як|чому|де|коли|що|який|які|умови|правила|політика|завантажити|переглянути|показати|сортув*|порядок|поверн*|скасувати|змінити|редагувати|видалити|додати|кошик*|список|обране|порівняти|відгуки|новини|стаття|статті|питання|чек|квитанці*|знайти|пошук|деталі|доставка|кров|адреса|пароль|профіл*|приклад|зразок|шаблон|калькулятор|керув*|друк|форма|звіт*|розсилк*|без|договір|продати|поради|перекласти',
    },
  },
  bg: {
    verb: 'first',
    words: {
      act: 'плати|платете|плащане|плащам|купи|купете|купувам|поръчай|поръчайте|поръчвам|поръчка със задължение за плащане|дари|дарете|дарявам|наддавай|преведи|изпрати пари|закупи|купи сега|купи веднага',
      tight: 'депозирай|изтегли пари|наеми|каса|зареди',
      soft: 'резервирай|запази|към плащане|към касата|продължи към плащане|продължи към касата|опитай безплатно|пробен период|стани член',
      dues: 'абонирай се|поднови|активирай|опитай',
      paid: 'абонамент|на месец|месечно|годишно|план|месец',
      finish:
        'потвърди|потвърдете|потвърждавам|завърши|завършете|изпрати|изпратете|направи|извърши|финализирай|приеми|одобри|потвърждаване|завършване|приключи',
      goods:
        'поръчка|поръчката|покупка|покупката|плащане|плащането|резервация|резервацията|превод|превода|дарение|оферта|пари|парите|трансакция|сметка|сума',
      onward: 'към|продължи към|продължи|напред към',
      fill: 'сега|веднага|и|с|със|карта|картата|моята|моето|вашата|онлайн|сигурно|общо|един|клик|за|в|да|лв|на|задължение|през|като|гост',
      info: 'история|моите поръчки|поръчки|поръчките|проследи|проследяване|статус|методи|начини|ръководство|помощ|как|защо|къде|кога|какво|условия|политика|изтегли|виж|покажи|сортирай|подреди|връщане|отмени|откажи|промени|редактирай|изтрий|премахни|добави|количка*|кошница*|списък|любими|сравни|отзиви|новини|статия|статии|въпроси|бележка|търси|търсене|детайли|доставка|адрес|парола|профил|пример|образец|печат|формуляр|бюлетин*|без|договор|продай|съвети',
    },
  },
  hr: {
    verb: 'first',
    words: {
      act: 'plati|platite|placam|kupi|kupite|kupujem|naruci|narucite|narucujem|doniraj|donirajte|licitiraj|posalji novac|uplati|kupi odmah|narudzba s obvezom placanja|naruci uz obvezu placanja|kupi sada|poruci|porucite|predbiljezi i plati|narudzbina sa obavezom placanja',
      tight: 'nadoplati|isplati|iznajmi|placanje|blagajna|kasa',
      soft: 'rezerviraj|rezervirajte|rezervisi|na blagajnu|idi na blagajnu|idi na placanje|nastavi na placanje|nastavi na blagajnu|isprobaj besplatno|besplatno probno razdoblje|besplatni probni period|postani clan|nastavi na kasu',
      dues: 'pretplati se|obnovi|produzi|aktiviraj|isprobaj',
      paid: 'pretplata|pretplatu|mjesecno|mesecno|godisnje|plan|mjesec',
      finish:
        'potvrdi|potvrdite|potvrdujem|zavrsi|zavrsite|posalji|posaljite|izvrsi|dovrsi|dovrsite|obavi|prihvati|odobri|finaliziraj|predaj|daj',
      goods:
        'narudzbu|narudzba|narudzbe|narudzbinu|porudzbinu|kupnju|kupnja|kupovinu|placanje|placanja|uplatu|rezervaciju|prijenos|transfer|donaciju|ponudu|novac|transakciju|racun|nalog',
      onward: 'idi na|nastavi na|nastavi|dalje',
      fill: 'sada|odmah|i|s|sa|uz|karticom|kreditnom|moju|svoju|vasu|online|sigurno|ukupno|jednim|klikom|za|u|na|da|kn|eura|obvezom|obavezom|placanja|kao|gost|ovu',
      info: 'povijest|istorija|moje narudzbe|narudzbi|prati|pracenje|status|nacini|nacin|metode|vodic|pomoc|kako|zasto|gdje|gde|kada|sto|sta|koji|uvjeti|uslovi|pravila|politika|preuzmi|pogledaj|prikazi|vidi|sortiraj|poredaj|redoslijed|povrat*|otkazi|izmijeni|izmeni|uredi|obrisi|ukloni|dodaj|kosarica*|kosaricu|korpa|korpu|popis|lista|favoriti|usporedi|uporedi|recenzije|vijesti|vesti|clanak|clanci|pitanja|trazi|pretrazi|detalji|dostava|adresa|lozinka|profil|primjer|primer|ispis|obrazac|bilten|bez|ugovor|prodaj|savjeti|o nama',
    },
  },
  sr: {
    verb: 'first',
    words: {
      act: 'плати|платите|плаћам|купи|купите|наручи|наручите|поручи|поручите|донирај|уплати|пошаљи новац',
      soft: 'резервиши|на плаћање|настави на плаћање|на касу',
      finish: 'потврди|потврдите|заврши|завршите|пошаљи|изврши|прихвати',
      goods: 'наруџбину|наруџбу|поруџбину|куповину|плаћање|уплату|резервацију|новац|трансакцију|рачун',
      onward: 'настави на|настави|иди на',
      fill: 'сада|одмах|и|са|картицом|за|у|на|да|моју',
      info: 'историја|моје поруџбине|прати|праћење|статус|начини|начин|водич|помоћ|како|зашто|где|када|шта|услови|преузми|погледај|прикажи|сортирај|врати|откажи|измени|обриши|уклони|додај|корпа|корпу|листа|упореди|вести|чланак|питања|тражи|детаљи|достава|адреса|лозинка|профил',
    },
  },
  sl: {
    verb: 'first',
    words: {
      act: 'placaj|placajte|placilo zdaj|kupi|kupite|naroci|narocite|narocam|doniraj|daruj|nakazi|poslji denar|narocilo z obveznostjo placila|kupi zdaj|nakup zdaj',
      tight: 'placilo|blagajna|najemi|polog',
      soft: 'rezerviraj|na blagajno|nadaljuj na placilo|pojdi na blagajno|preizkusi brezplacno|brezplacni preizkus|k placilu',
      finish: 'potrdi|potrdite|zakljuci|zakljucite|oddaj|oddajte|poslji|izvedi|dokoncaj|sprejmi',
      goods: 'narocilo|narocila|nakup|placilo|rezervacijo|nakazilo|donacijo|ponudbo|denar|transakcijo|racun',
      onward: 'nadaljuj na|nadaljuj|pojdi na',
      fill: 'zdaj|takoj|in|s|z|kartico|mojo|svoje|varno|skupaj|enim|klikom|za|v|na|da|eur|obveznostjo|placila|kot|gost',
      info: 'zgodovina|moja narocila|sledi|sledenje|stanje|nacini|nacin|metode|vodnik|pomoc|kako|zakaj|kje|kdaj|kaj|pogoji|pravila|prenesi|oglej|prikazi|razvrsti|vracilo|preklici|spremeni|uredi|izbrisi|odstrani|dodaj|kosarica|kosarico|seznam|primerjaj|ocene|novice|clanek|vprasanja|isci|podrobnosti|dostava|naslov|geslo|profil|obrazec|brez|pogodba|prodaj',
    },
  },
  lt: {
    verb: 'first',
    words: {
      act: 'moketi|mokek|mokėti dabar|apmoketi|sumoketi|pirkti|pirk|uzsakyti|uzsisakyti|uzsakau|aukoti|paaukoti|pervesti|siusti pinigus|pirkti dabar|uzsakymas su pareiga moketi',
      tight: 'apmokejimas|mokejimas|kasa|papildyti',
      soft: 'rezervuoti|eiti i kasa|i kasa|pereiti prie apmokejimo|testi apmokejima|isbandyti nemokamai|tapti nariu',
      finish: 'patvirtinti|patvirtinu|uzbaigti|pateikti|siusti|atlikti|baigti|vykdyti',
      goods:
        'uzsakyma|uzsakymas|pirkima|pirkimas|mokejima|mokejimas|apmokejima|rezervacija|pervedima|auka|pinigus|saskaita|sandori',
      onward: 'pereiti prie|testi|eiti i',
      fill: 'dabar|iskart|ir|su|kortele|mano|savo|saugiai|is viso|vienu|paspaudimu|uz|taip|eur|prekes',
      info: 'istorija|mano uzsakymai|uzsakymai|sekti|busena|budai|budas|gidas|pagalba|kaip|kodel|kur|kada|kas|salygos|taisykles|politika|atsisiusti|perziureti|rodyti|rikiuoti|grazin*|atsaukti|keisti|redaguoti|istrinti|pasalinti|prideti|krepselis|krepseli|sarasas|palyginti|atsiliepimai|naujienos|naujienlaisk*|straipsnis|klausimai|kvitas|ieskoti|paieska|informacija|pristatymas|adresas|slaptazodis|profilis|forma|be|sutartis|parduoti',
    },
  },
  lv: {
    verb: 'first',
    words: {
      act: 'maksat|maksa tagad|samaksat|apmaksat|pirkt|perc|nopirkt|pasutit|ziedot|parskaitit|sutit naudu|pirkt tagad|pasutijums ar pienakumu maksat',
      tight: 'apmaksa|maksajums|kase|papildinat',
      soft: 'rezervet|uz kasi|doties uz kasi|pariet uz apmaksu|turpinat uz apmaksu|izmeginat bez maksas|klut par biedru',
      finish: 'apstiprinat|apstiprinu|pabeigt|iesniegt|nosutit|veikt|noformet|izpildit',
      goods:
        'pasutijumu|pasutijums|pirkumu|pirkums|maksajumu|maksajums|apmaksu|rezervaciju|parskaitijumu|ziedojumu|naudu|rekinu|darijumu',
      onward: 'pariet uz|turpinat uz|turpinat|doties uz',
      fill: 'tagad|uzreiz|un|ar|karti|manu|savu|drosi|kopa|vienu|klikski|par|ja|eur',
      info: 'vesture|mani pasutijumi|pasutijumi|izsekot|statuss|veidi|veids|metodes|celvedis|palidziba|ka|kapec|kur|kad|kas|noteikumi|politika|lejupieladet|skatit|radit|kartot|atgrie*|atcelt|mainit|rediget|dzest|nonemt|pievienot|grozs|grozam|saraksts|salidzinat|atsauksmes|jaunumi|raksts|jautajumi|ceks|meklet|informacija|piegade|adrese|parole|profils|veidlapa|bez|ligums|pardot',
    },
  },
  et: {
    verb: 'first',
    words: {
      act: 'maksa|maksan|osta|ostan|telli|tellin|anneta|kanna ule|saada raha|paku|osta kohe|tellimus maksekohustusega|telli maksekohustusega',
      tight: 'makse|kassa|lae saldot|rendi',
      soft: 'broneeri|kassasse|mine kassasse|mine maksma|jatka maksmisega|proovi tasuta|saa liikmeks|edasi maksma',
      finish: 'kinnita|kinnitan|vormista|esita|saada|soorita|lopeta|tee|vii lopule',
      goods:
        'tellimus|tellimuse|ost|ostu|makse|maksmine|broneering|ulekanne|ulekande|annetus|pakkumine|raha|arve|tehing',
      onward: 'mine|jatka|edasi',
      fill: 'kohe|nuud|ja|kaardiga|minu|oma|turvaliselt|kokku|uhe|klikiga|eest|jah|eur',
      info: 'ajalugu|minu tellimused|tellimused|jalgi|olek|viisid|viis|juhend|abi|kuidas|miks|kus|millal|mis|tingimused|poliitika|laadi alla|vaata|naita|sorteeri|jarjesta|tagast*|tuhista|muuda|kustuta|eemalda|lisa|ostukorv*|nimekiri|vordle|arvustused|uudised|uudiskiri|artikkel|kusimused|kviitung|otsi|andmed|tarne|aadress|parool|profiil|vorm|ilma|leping|muu',
    },
  },
  ca: {
    verb: 'first',
    words: {
      act: 'pagar|paga|compra|comprar|compra ara|demanar|fer una donacio|dona|comanda amb obligacio de pagament|licitar|transferir',
      soft: 'reservar|reserva|anar a caixa|anar al pagament|continuar amb el pagament|prova gratis',
      finish: 'confirmar|confirma|finalitzar|finalitza|realitzar|completar|enviar|envia|tramitar|efectuar|fer|acceptar',
      goods: 'comanda|compra|pagament|reserva|transferencia|donacio|diners|transaccio|factura',
      onward: 'anar a|anar al|continuar amb|continuar',
      fill: 'ara|ja|la|el|els|les|l|amb|i|per|a|al|de|meva|meu|targeta|segur|un|clic|si',
      info: 'historial|les meves comandes|comandes|seguiment|estat|guia|ajuda|com|per que|on|quan|condicions|termes|politica|metodes|descarregar|veure|ordenar|devolucions|cancel|modificar|editar|eliminar|afegir|cistella|carret|llista|comparar|noticies|article|preguntes|rebut|cercar|butlleti|sense',
    },
  },
  ja: {
    verb: 'anywhere',
    words: {
      act: '購入|購入する|買う|購買する|注文する|ご注文する|支払う|お支払いする|支払い手続きへ進んで支払う|決済|決済する|払う|寄付する|寄付|寄附する|入札|入札する|送金|送金する|振り込む|振込|課金|課金する|ワンクリック|今すぐ買う|即決|即購入|落札する|投げ銭|ポチる|支払いを行う|予約注文|お買い上げ|買い物を完了',
      tight: 'チャージ|入金|出金|レンタル|支払い|お支払い|注文|投資|募金|チップを送る',
      soft: '予約する|予約|ご予約|レジに進む|レジへ進む|レジに|ご購入手続き|購入手続き|購入手続きへ|支払いへ進む|お支払いへ|お支払い手続き|無料体験|無料トライアル|無料で試す|トライアル|会員になる|注文手続き|ご注文手続き|購入画面|お会計|会計',
      dues: '申し込む|申込|登録|更新|アップグレード|購読|定期購読',
      paid: '月額|年額|プレミアム|有料|プラン|毎月|円月',
      finish:
        '確定|確定する|完了|完了する|送信|実行|確認して|承認|申し込む|申込む|申し込み|行う|する|提出|済ませる|依頼|成立|同意して|進める|送る|注文する',
      goods:
        '注文|ご注文|購入|ご購入|支払い|お支払い|支払|決済|予約|ご予約|振込|送金|寄付|入札|定期購入|お金|取引|オーダー|買い物|料金|代金|予約内容で',
      onward: '進む|へ進む|に進む|へ|次へ',
      fill: '今すぐ|いますぐ|すぐに|今|を|の|で|に|は|が|と|ご|お|この|カード|クレジットカード|カードで|内容|内容で|上記|商品|全て|一括|円|安全に|する|して|します|た|こちら|はい|税込|合計|ゲスト|として|から|後払い|代引き|コンビニ|ボタン|1回',
      info: '買い物を続ける|お買い物を続ける|ショッピングを続ける|履歴|ガイド|方法|について|ヘルプ|一覧|管理|案内|規約|とは|明細|状況|状態|追跡|照会|変更|キャンセル|取消|取り消し|返品|返金|交換|カート|買い物かご|かご|お気に入り|ほしい物|リスト|比較|レビュー|口コミ|ニュース|記事|メルマガ|メールマガジン|質問|領収書|請求書|ダウンロード|検索|詳細|見る|表示|並び替え|並べ替え|順|配送|送料|住所|パスワード|プロフィール|設定|例|見本|印刷|フォーム|特集|種類|条件|期限|使い方|仕方|流れ|理由|お知らせ|編集|削除|追加|ポリシー|読み物|無料ダウンロード|解約|停止|血|前に|人気|ランキング|書|者|コスト|額の計算|計算|手数料|サポート|問い合わせ|売る|出品|申請書',
    },
  },
  zh: {
    verb: 'anywhere',
    words: {
      act: '支付|付款|付费|付費|购买|購買|买|買|立即购买|立即購買|结账|結帳|結賬|结算|結算|下单|下單|捐款|捐赠|捐贈|捐助|出价|出價|竞拍|競標|转账|轉帳|轉賬|汇款|匯款|购票|購票|抢购|搶購|缴费|繳費|缴款|繳款|一键购买|一鍵購買|打赏|打賞|预购|預購|认购|認購|订购|訂購|买单|買單|付錢|付钱|去付款|去支付|充值|儲值|刷卡|扣款|支付定金|拍下|成交|还款|還款|申購|申购|赞助|贊助',
      tight: '提现|提現|租用|租赁|租賃|投资|投資|存款|提款|收款',
      soft: '预订|預訂|预定|預定|预约|預約|订座|订房|訂房|去结算|去結算|前往结账|前往結帳|免费试用|免費試用|试用|試用|开通会员|開通會員|成为会员|成為會員|前往付款|继续付款|繼續付款|去结账|去結帳|前往支付|開始試用|开始试用',
      dues: '订阅|訂閱|续费|續費|升级|升級|续订|續訂|开通|開通|激活|加入',
      paid: '会员|會員|高级版|每月|每年|包月|包年|套餐|元月|付费版|月費|年費|自动续费',
      finish:
        '确认|確認|提交|完成|确定|確定|授权|授權|执行|執行|发送|發送|办理|同意并|同意並|批准|送出|核准|发起|進行|进行|生成',
      goods:
        '订单|訂單|支付|付款|购买|購買|交易|订购|訂購|预订|預訂|转账|轉帳|汇款|匯款|捐款|出价|出價|费用|費用|款项|款項|红包|紅包|账单|帳單|金额|金額|訂位|结算|訂房',
      onward: '前往|去|继续|繼續|下一步',
      fill: '立即|现在|現在|马上|馬上|立刻|并|並|和|我|我要|用|使用|以|信用卡|银行卡|銀行卡|微信|支付宝支付|支付寶支付|余额|餘額|一键|一鍵|点击|點擊|元|全部|全款|定金|安全|总计|合计|總計|共|的|此|该|線上|在线|货到|貨到|确认|確認|快速|直接|加|账户|這|这|您|你|您的|你的|商品|人民币',
      info: '继续购物|繼續購物|购物|历史|歷史|记录|紀錄|記錄|我的订单|我的訂單|方式|方法|指南|攻略|帮助|幫助|如何|怎么|怎麼|为什么|為什麼|哪里|哪裡|什么|什麼|条款|條款|条件|條件|政策|规则|規則|协议|協議|下载|下載|查看|查询|查詢|显示|顯示|排序|顺序|順序|追踪|追蹤|跟踪|物流|状态|狀態|退货|退貨|退款|退换|取消|撤销|修改|编辑|編輯|删除|刪除|添加|购物车|購物車|购物袋|購物袋|加入购物|加入購物|收藏|清单|清單|对比|比较|比較|评价|評價|评论|新闻|新聞|文章|博客|问题|問題|常见|常見|发票|發票|收据|收據|搜索|搜尋|详情|詳情|明细|明細|配送|运费|運費|地址|密码|密碼|资料|資料|设置|設定|示例|范本|範本|打印|列印|表格|报告|報告|支付宝|支付寶|中心|须知|須知|说明|說明|介绍|介紹|合同|合約|买卖|買賣|買家|买家|卖|賣|心得|推荐|推薦|电子报|電子報|管理|献血|捐血|流程|进度|進度|购买指|免费下|历年|统计|計算|计算|购物指|者|力|需求单',
    },
  },
  ko: {
    verb: 'anywhere',
    words: {
      act: '결제|결제하기|결제하다|구매|구매하기|구입|구입하기|구매하다|주문하기|주문하다|주문|바로구매|바로구매하기|바로주문|사기|지불|지불하기|지불하다|기부|기부하기|후원|후원하기|후원하다|송금|송금하기|이체|이체하기|입찰|입찰하기|원클릭|즉시구매|예매하기|예매|납부|납부하기|선주문|사전예약구매|선물하기|계산하기|결재하기|낙찰',
      tight: '충전|충전하기|출금|입금|대여|대여하기|투자|투자하기|렌트',
      soft: '예약|예약하기|예약하다|결제로 이동|결제 페이지|결제 진행|결제 단계|주문서|무료체험|무료 체험|체험하기|무료로 시작|체험 시작|회원가입결제|멤버십 시작|구독하기 결제|계속 결제|장바구니 결제|결제하러 가기|주문서 작성',
      dues: '구독|구독하기|갱신|업그레이드|연장|가입|활성화',
      paid: '월|매월|연간|프리미엄|유료|요금제|멤버십|정기결제|정기',
      finish:
        '확인|확정|완료|완료하기|제출|승인|동의하고|동의 후|진행|실행|보내기|하기|하다|확정하기|신청|접수|마치기|전송',
      goods: '주문|결제|구매|구입|예약|송금|이체|기부|입찰|거래|돈|대금|요금|청구서|금액|납부|정기구매|지불',
      onward: '이동|계속|가기|다음',
      fill: '지금|바로|즉시|하기|하다|합니다|할게요|해요|으로|로|을|를|의|에|이|가|및|후|카드|카드로|신용카드|계좌|간편|안전|원|총|내|전체|네|예|한번에|모두|하고|고|클릭|비회원|무통장|네이버페이|카카오페이|토스|상품|이상품|완료',
      info: '쇼핑|계속 쇼핑|쇼핑 계속|내역|목록|조회|안내|방법|가이드|도움말|수단|정책|약관|규정|이용|상태|배송|추적|취소|반품|환불|교환|변경|수정|삭제|추가|장바구니|담기|찜|위시|비교|후기|리뷰|뉴스|기사|질문|영수증|증명서|다운로드|검색|상세|보기|정렬|순서|순|주소|비밀번호|프로필|설정|예시|양식|인쇄|출력|보고서|뉴스레터|어떻게|왜|어디|언제|무엇|관리|계약서|팁|이란|문의|조건|계산기|판매|헌혈|서식|평가|이력|기록|헬프',
    },
  },
  ar: {
    verb: 'first',
    prefixes: ['ال', 'وال', 'بال', 'لل', 'و', 'ب', 'ل'],
    words: {
      act: 'ادفع|دفع الان|الدفع الان|ادفعي|سدد|تسديد|اشتر|اشتري|شراء|شراء الان|اطلب|اطلبي|اطلب الان|تبرع|تبرعي|زايد|حول|تحويل الاموال|تحويل المال|ارسال الاموال|ارسال المال|ارسل المال|ارسل الاموال|شراء بنقره|شراء بنقره واحده|طلب مع التزام بالدفع|دفع|ادفع واطلب|احجز وادفع|استثمر|سداد|اشحن',
      tight: 'ايداع|سحب|استئجار|شحن الرصيد|الدفع|راهن',
      soft: 'احجز|حجز|احجزي|متابعه الدفع|متابعه الي الدفع|الانتقال الي الدفع|المتابعه للدفع|اتمام الشراء لاحقا|تابع للدفع|تجربه مجانيه|جرب مجانا|ابدا التجربه|ابدا الفتره التجريبيه|متابعه الشراء|انضم كعضو',
      dues: 'اشترك|جدد|تجديد|ترقيه|رقي|فعل|اشتراك',
      paid: 'شهريا|سنويا|في الشهر|خطه|باقه|عضويه|بريميوم|شهر',
      finish:
        'تاكيد|اكد|اكمال|اكمل|اتمام|اتم|انهاء|انه|ارسال|ارسل|تقديم|قدم|تنفيذ|نفذ|اجراء|اعتماد|موافقه|قبول|اقبل|تفويض|وافق|استكمال|استكمل',
      goods:
        'طلب|طلبك|طلبي|شراء|دفع|دفعه|حجز|حجزك|تحويل|تبرع|عرض المزاد|مزايده|اموال|مال|نقود|معامله|صفقه|عمليه الشراء|عمليه الدفع|فاتوره|مبلغ|سداد|حواله',
      onward: 'متابعه|انتقال|تابع|استمرار|الي',
      fill: 'الان|حالا|فورا|و|مع|ب|بطاقه|بطاقه الائتمان|بامان|اجمالي|مبلغ|نقره|واحده|من|في|علي|الي|هذا|نعم|هنا|عبر|عن طريق|ريال|درهم|جنيه|دولار|نقدا|التزام|كضيف',
      info: 'متابعه التسوق|تسوق|سجل|طلبات|طلباتي|تتبع|حاله|طرق|طريقه|وسائل|خيارات|دليل|مساعده|كيف|كيفيه|لماذا|اين|متي|ما|ماذا|اي|شروط|احكام|سياسه|تحميل|تنزيل|عرض|مشاهده|اظهار|ترتيب|فرز|ارجاع|استرجاع|استرداد|الغاء|تعديل|تغيير|تحرير|حذف|ازاله|اضافه|اضف|سله|عربه|قائمه|مفضله|مقارنه|مراجعات|تقييمات|اخبار|مقال|مقالات|اسئله|ايصال|فواتير|بحث|تفاصيل|ملخص|شحن مجاني|توصيل|دم|بالدم|عنوان|كلمه|ملف|مثال|نموذج|حاسبه|اداره|طباعه|تقرير|نشره|بدون|عقد|بيع|نصائح|تاريخ|معلومات',
    },
  },
  he: {
    verb: 'first',
    prefixes: ['ה', 'ו', 'ל', 'ב', 'את ה'],
    words: {
      act: 'שלם|שלמי|שלמו|לשלם|תשלום עכשיו|לתשלום עכשיו|קנה|קני|קנו|לקנות|לקניה|קניה מהירה|רכוש|רכשו|לרכוש|רכישה עכשיו|לרכישה|הזמן|הזמיני|הזמינו|להזמין|תרום|תרמו|תרמי|לתרום|תרומה עכשיו|הצע מחיר|העבר כסף|שלח כסף|העברת כספים|רכישה בלחיצה|קנה עכשיו|רכישה בלחיצה אחת|בצע רכישה|בצע תשלום|בצע הזמנה|הזמנה עם חובת תשלום|לרכישה מיידית|השקיעו',
      tight: 'הפקד|משוך|השכר|שכור|טען|תשלום|קופה|המר',
      soft: 'הזמן מקום|שריין|לקופה|מעבר לקופה|עבור לקופה|מעבר לתשלום|המשך לתשלום|עבור לתשלום|נסה בחינם|נסו בחינם|ניסיון חינם|התחל ניסיון|הצטרף כחבר|המשך לקופה|לתשלום',
      dues: 'הירשם|חדש|שדרג|הפעל|הצטרף|מנוי',
      paid: 'לחודש|לשנה|מנוי|חודשי|שנתי|פרימיום|תוכנית',
      finish:
        'אשר|אישור|אשרו|השלם|השלמת|השלימו|בצע|בצעו|ביצוע|שלח|שליחת|שלחו|סיים|סיום|הגש|הגשת|קבל|הסכם|אני מאשר|סגור',
      goods: 'הזמנה|הזמנת|ההזמנה|רכישה|קניה|קנייה|תשלום|העברה|תרומה|הצעת מחיר|הצעה|כסף|כספים|עסקה|חשבון|חשבונית|סכום',
      onward: 'המשך|מעבר|עבור',
      fill: 'עכשיו|כעת|מיד|מיידי|את|של|שלי|שלך|עם|בכרטיס|כרטיס|אשראי|כרטיס אשראי|בטוח|מאובטח|סה כ|לחיצה|אחת|באמצעות|על|כן|כאן|חובת|תשלום|שח|במזומן|כאורח|לי',
      info: 'בקניות|קניות|היסטוריית|היסטוריה|ההזמנות|הזמנות|מעקב|עקוב|סטטוס|מצב|אמצעי|דרכי|שיטות|אפשרויות|מדריך|עזרה|איך|כיצד|למה|מדוע|איפה|מתי|מה|איזה|תנאי|תקנון|מדיניות|הורד|הורדת|הורדה|צפה|הצג|ראה|מיין|מיון|סדר|החזר*|החזרות|בטל|ביטול|ערוך|עריכה|שנה|שינוי|מחק|הסר|הוסף|הוספה|סל|עגלה|לסל|לעגלה|רשימ*|מועדפים|השווה|השוואת|ביקורות|חדשות|מאמר|מאמרים|שאלות|קבלה|קבלות|חפש|חיפוש|פרטים|פרטי|סיכום|משלוח*|דם|כתובת|סיסמה|פרופיל|דוגמה|טופס|מחשבון|ניהול|נהל|הדפס|דוח|ניוזלטר|ללא|חוזה|מכור|מכירה|טיפים|חשבוניות|מידע',
    },
  },
  fa: {
    verb: 'anywhere',
    words: {
      act: 'پرداخت|پرداخت کنید|خرید|بخرید|خرید کنید|سفارش دهید|ثبت سفارش|اهدا کنید|کمک مالی|انتقال وجه|خرید فوری|پیشنهاد قیمت|واریز|پرداخت انلاین',
      soft: 'رزرو|رزرو کنید|ادامه پرداخت|رفتن به پرداخت|تسویه حساب|امتحان رایگان|دوره ازمایشی',
      finish: 'تایید|تکمیل|ارسال|ثبت|نهایی کردن|انجام|قبول',
      goods: 'سفارش|خرید|پرداخت|رزرو|انتقال|کمک|پول|وجه|تراکنش|صورتحساب',
      onward: 'ادامه|رفتن به',
      fill: 'اکنون|الان|حالا|و|با|کارت|کنید|کن|فوری|نهایی|من|شما|از|به|تومان|ریال|انلاین',
      info: 'تاریخچه|سابقه|سوابق|سفارشات|سفارش های|سفارشهای|پیگیری|وضعیت|روش|روشهای|راهنما|راهنمای|کمک راهنما|چگونه|چرا|کجا|چه|شرایط|قوانین|سیاست|دانلود|مشاهده|نمایش|مرتب|بازگشت|لغو|ویرایش|تغییر|حذف|افزودن|سبد|لیست|مقایسه|نظرات|اخبار|مقاله|سوالات|رسید|جستجو|جزئیات|ارسال رایگان|ادرس|رمز|خبرنامه|بدون|فروش',
    },
  },
  hi: {
    verb: 'anywhere',
    words: {
      act: 'भुगतान करें|भुगतान करे|भुगतान कीजिए|पेमेंट करें|पे करें|खरीदें|ख़रीदें|खरीदे|अभी खरीदें|ऑर्डर करें|आर्डर करें|ऑर्डर दें|ऑर्डर प्लेस करें|दान करें|दान दें|बोली लगाएं|बोली लगाएँ|पैसे भेजें|पैसा भेजें|रुपये भेजें|ट्रांसफर करें|चुकाएं|चुकाएँ|भुगतान|पेमेंट|खरीद लें|निवेश करें|रिचार्ज करें|अदा करें',
      tight: 'जमा करें|निकालें|किराए पर लें|टॉप अप करें',
      soft: 'बुक करें|बुकिंग करें|आरक्षित करें|चेकआउट|चेकआउट करें|चेकआउट पर जाएं|भुगतान के लिए आगे बढ़ें|भुगतान पर जाएं|मुफ्त आज़माएं|मुफ़्त आज़माएं|मुफ्त ट्रायल|निःशुल्क परीक्षण|सदस्य बनें|फ्री ट्रायल',
      dues: 'सदस्यता लें|सब्सक्राइब करें|नवीनीकरण करें|अपग्रेड करें|रिन्यू करें',
      paid: 'प्रति माह|मासिक|वार्षिक|प्रीमियम|प्लान|महीना|महीने',
      finish: 'पुष्टि करें|पूरा करें|पूर्ण करें|सबमिट करें|जमा करें|कन्फर्म करें|भेजें|स्वीकार करें|अधिकृत करें|दें|करें|प्लेस करें|अंतिम रूप दें',
      goods: 'ऑर्डर|आर्डर|खरीद|खरीदारी|भुगतान|पेमेंट|बुकिंग|ट्रांसफर|दान|बोली|पैसे|पैसा|लेनदेन|बिल|राशि|आरक्षण|ख़रीदारी',
      onward: 'आगे बढ़ें|जाएं|जारी रखें',
      fill: 'अभी|तुरंत|और|से|के|की|का|को|में|कार्ड|क्रेडिट कार्ड|अपना|अपनी|मेरा|सुरक्षित|कुल|एक|क्लिक|यह|हाँ|यूपीआई|रुपये|ऑनलाइन|नकद|साथ|पर|ही',
      info: 'खरीदारी जारी रखें|ख़रीदारी जारी रखें|इतिहास|मेरे ऑर्डर|ट्रैक|ट्रैक करें|स्थिति|तरीके|तरीका|विधि|विधियां|विकल्प|गाइड|मार्गदर्शिका|मदद|सहायता|कैसे|क्यों|कहाँ|कहां|कब|क्या|कौन|शर्तें|नियम|नीति|डाउनलोड|देखें|दिखाएं|क्रमबद्ध|क्रम|वापसी|रिफंड|रद्द|संपादित|बदलें|हटाएं|जोड़ें|कार्ट|टोकरी|सूची|पसंदीदा|तुलना|समीक्षा|समीक्षाएं|समाचार|लेख|प्रश्न|सवाल|रसीद|खोजें|विवरण|सारांश|डिलीवरी|रक्त|रक्तदान|पता|पासवर्ड|प्रोफाइल|उदाहरण|नमूना|प्रिंट|फॉर्म|रिपोर्ट|न्यूज़लेटर|न्यूजलेटर|बिना|अनुबंध|बेचें|सुझाव|जानकारी|शिकायत',
    },
  },
  bn: {
    verb: 'anywhere',
    words: {
      act: 'পেমেন্ট করুন|এখনই কিনুন|কিনুন|অর্ডার করুন|দান করুন|টাকা পাঠান|মূল্য পরিশোধ করুন|পরিশোধ করুন',
      soft: 'বুক করুন|চেকআউট|চেকআউট করুন',
      finish: 'নিশ্চিত করুন|সম্পন্ন করুন|জমা দিন|পাঠান',
      goods: 'অর্ডার|পেমেন্ট|ক্রয়|বুকিং|টাকা|লেনদেন|বিল',
      fill: 'এখন|এখনই|এবং|কার্ড|দিয়ে|আমার',
      info: 'ইতিহাস|আমার অর্ডার|ট্র্যাক|অবস্থা|পদ্ধতি|গাইড|সাহায্য|কীভাবে|কেন|কোথায়|শর্তাবলী|নীতি|ডাউনলোড|দেখুন|ফেরত|বাতিল|মুছুন|যোগ|কার্টে|তালিকা|তুলনা|রিভিউ|খবর|প্রশ্ন|খুঁজুন|বিস্তারিত|ডেলিভারি|ঠিকানা|পাসওয়ার্ড',
    },
  },
  th: {
    verb: 'anywhere',
    words: {
      act: 'ชำระเงิน|จ่ายเงิน|จ่าย|ชำระ|ซื้อ|ซื้อเลย|ซื้อตอนนี้|ซื้อทันที|สั่งซื้อ|สั่งซื้อเลย|สั่งสินค้า|บริจาค|โอนเงิน|เสนอราคา|ประมูล|ส่งเงิน|พรีออเดอร์|สั่งจอง|ซื้อสินค้า|สั่งอาหาร',
      tight: 'เติมเงิน|ถอนเงิน|ฝากเงิน|เช่า',
      soft: 'จอง|จองเลย|จองตอนนี้|ไปที่ชำระเงิน|ไปชำระเงิน|ดำเนินการชำระเงิน|เช็คเอาท์|เช็กเอาต์|ทดลองใช้ฟรี|ทดลองฟรี|เริ่มทดลองใช้|สมัครสมาชิกพรีเมียม',
      dues: 'สมัครสมาชิก|ต่ออายุ|อัปเกรด|สมัคร|ติดตาม',
      paid: 'รายเดือน|รายปี|ต่อเดือน|ต่อปี|พรีเมียม|แพ็กเกจ|เดือน',
      finish: 'ยืนยัน|เสร็จสิ้น|ส่ง|ดำเนินการ|อนุมัติ|ตกลง|ทำรายการ|ยอมรับ|สั่ง',
      goods:
        'คำสั่งซื้อ|การสั่งซื้อ|การซื้อ|การชำระเงิน|การจอง|การโอน|การโอนเงิน|ออเดอร์|เงิน|รายการ|ใบแจ้งหนี้|การบริจาค|การเสนอราคา|ธุรกรรม',
      onward: 'ไปที่|ไป|ต่อไป|ดำเนินการต่อ',
      fill: 'ตอนนี้|เดี๋ยวนี้|ทันที|เลย|และ|ด้วย|บัตร|บัตรเครดิต|ของฉัน|ฉัน|ปลอดภัย|ทั้งหมด|รวม|คลิก|เดียว|นี้|บาท|ครั้งเดียว|ออนไลน์|สินค้า|ใช่|ปลายทาง',
      info: 'เลือกซื้อ|ช้อปต่อ|ซื้อสินค้าต่อ|เลือกซื้อสินค้าต่อ|ประวัติ|คำสั่งซื้อของฉัน|ติดตามคำสั่งซื้อ|ติดตามพัสดุ|สถานะ|วิธี|วิธีการ|ช่องทาง|คู่มือ|ช่วยเหลือ|อย่างไร|ทำไม|ที่ไหน|เมื่อไหร่|อะไร|เงื่อนไข|ข้อกำหนด|นโยบาย|ดาวน์โหลด|ดู|แสดง|เรียง|จัดเรียง|ลำดับ|คืน|คืนเงิน|คืนสินค้า|ยกเลิก|แก้ไข|เปลี่ยน|ลบ|เพิ่ม|ตะกร้า|รถเข็น|รายการโปรด|เปรียบเทียบ|รีวิว|ข่าว|บทความ|คำถาม|ใบเสร็จ|ค้นหา|รายละเอียด|สรุป|จัดส่ง|เลือด|ที่อยู่|รหัสผ่าน|โปรไฟล์|ตัวอย่าง|แบบฟอร์ม|พิมพ์|รายงาน|จดหมายข่าว|จัดการ|สัญญา|ขาย|เคล็ดลับ|รายการสั่งซื้อ|คะแนน|ข้อมูล|แนะนำ',
    },
  },
};
