import type { mailsEn } from './mails.en.js';

export const mailsDe: Record<keyof typeof mailsEn, string> = {
  'mail.greeting': 'Hallo {name},',
  'mail.greeting.unnamed': 'Hallo,',
  'mail.ignore': 'Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  'mail.notYou': 'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest: {forgotten}',
  'mail.login.subject': 'Ihr Zugang zu „{portal}“',
  'mail.login.text':
    'für Sie wurde ein Konto in „{portal}“ angelegt. Legen Sie mit diesem Link Ihr Passwort fest; er gilt 24 Stunden:',
  'mail.login.button': 'Passwort festlegen',
  'mail.invitation.subject': 'Einladung zu „{portal}“',
  'mail.invitation.text':
    'Sie wurden zu „{portal}“ eingeladen. Um anzunehmen oder abzulehnen, melden Sie sich mit Ihrem bisherigen Passwort an:',
  'mail.invitation.button': 'Einladung ansehen',
  'mail.new-portal.subject': 'Ihr Portal „{portal}“',
  'mail.new-portal.text':
    'das Portal „{portal}“ ist bereit, und Sie sind sein Administrator. Melden Sie sich mit Ihrem bisherigen Passwort an:',
  'mail.new-portal.button': 'Anmelden',
  'mail.password-reset.subject': 'Neues Passwort festlegen',
  'mail.password-reset.text':
    'jemand, vermutlich Sie, hat ein neues Passwort angefordert. Legen Sie es mit diesem Link fest; er gilt eine Stunde:',
  'mail.password-reset.button': 'Neues Passwort festlegen',
  'mail.password-changed.subject': 'Ihr Passwort wurde geändert',
  'mail.password-changed.text':
    'Ihr Passwort wurde soeben geändert. Alle Ihre Sitzungen und Anwendungen wurden abgemeldet.',
  'mail.second-factor-on.subject': 'Ihr zweiter Faktor wurde aktiviert',
  'mail.second-factor-on.text':
    'ab jetzt werden Sie nach dem Passwort auch nach einem Code aus Ihrer Authenticator-App gefragt.',
  'mail.second-factor-off.subject': 'Ihr zweiter Faktor wurde deaktiviert',
  'mail.second-factor-off.text': 'ab jetzt genügt zum Anmelden allein Ihr Passwort.',
  'mail.recovery-codes.subject': 'Sie haben neue Wiederherstellungscodes',
  'mail.recovery-codes.text':
    'für Ihren zweiten Faktor wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
  'mail.second-factor-guessed.subject': 'Für Ihr Konto wurden falsche Codes eingegeben',
  'mail.second-factor-guessed.text':
    'jemand ist bis zur Frage nach Ihrem zweiten Faktor gekommen, wofür Ihr Passwort oder ein Anmeldelink nötig ist, und hat innerhalb eines Tages zehnmal einen falschen Code eingegeben. Damit hat sich niemand angemeldet.',
  'mail.webhook-parked.subject': 'Einer Ihrer Webhooks schlägt fehl',
  'mail.webhook-parked.text':
    'der Webhook {webhook_id} an {url} schlägt seit {failing_since} fehl. Nichts geht verloren: Seine Zustellungen warten, und je eine wird versucht, bis der Empfänger wieder antwortet. Schlägt er fünf Tage lang fehl, wird er deaktiviert. Senden Sie einen Test aus der Konsole, sobald der Empfänger repariert ist; dann geht es sofort weiter.',
  'mail.webhook-disabled.subject': 'Einer Ihrer Webhooks wurde deaktiviert',
  'mail.webhook-disabled.text':
    'der Webhook {webhook_id} an {url} schlägt seit {failing_since} fehl und wurde deaktiviert. Sobald er wieder funktioniert, können die fehlgeschlagenen Zustellungen wiederholt werden.',
  'mail.application-approved.subject': 'Eine Anwendung wurde für „{portal}“ freigegeben',
  'mail.application-approved.text':
    '„{administrator}“ hat die Anwendung „{client}“ für „{portal}“ freigegeben. Was sie darf, steht auf der Seite der Anwendungen; dort kann jeder Administrator die Freigabe zurücknehmen.',
  'mail.application-approved.text.you':
    'Sie haben die Anwendung „{client}“ für „{portal}“ freigegeben. Was sie darf, steht auf der Seite der Anwendungen; dort können Sie oder andere Administratoren die Freigabe zurücknehmen.',
  'mail.application-approved.button': 'Alle Anwendungen ansehen',
  'mail.secret-rotated.subject': 'Eine Anwendung von „{portal}“ hat ein neues Secret',
  'mail.secret-rotated.text':
    '„{administrator}“ hat das Secret der Anwendung „{client}“ von „{portal}“ ersetzt. Wer das neue hat, kann als Administrator handeln. Wenn niemand von Ihnen das vorhatte, trennen Sie die Anwendung auf der Seite der Anwendungen.',
  'mail.secret-rotated.text.you':
    'Sie haben das Secret der Anwendung „{client}“ von „{portal}“ ersetzt. Wer das neue hat, kann als Administrator handeln. Falls Sie das nicht waren, trennen Sie die Anwendung auf der Seite der Anwendungen und legen Sie sofort ein neues Passwort fest.',
  'mail.secret-rotated.text.operator':
    'Der Betreiber dieses Dienstes hat das Secret der Anwendung „{client}“ von „{portal}“ ersetzt. Wer das neue hat, kann als Administrator handeln. Wenn niemand von Ihnen darum gebeten hat, trennen Sie die Anwendung auf der Seite der Anwendungen und fragen Sie beim Betreiber nach.',
  'mail.secret-rotated.button': 'Alle Anwendungen ansehen',
  'mail.keys-replaced.subject': 'Eine Anwendung von „{portal}“ hat neue Schlüssel',
  'mail.keys-replaced.text':
    '„{administrator}“ hat die öffentlichen Schlüssel der Anwendung „{client}“ von „{portal}“ ersetzt. Wer die zugehörigen privaten Schlüssel hat, kann im Namen Ihrer Leute handeln. Wenn niemand von Ihnen das vorhatte, trennen Sie die Anwendung auf der Seite der Anwendungen.',
  'mail.keys-replaced.text.you':
    'Sie haben die öffentlichen Schlüssel der Anwendung „{client}“ von „{portal}“ ersetzt. Wer die zugehörigen privaten Schlüssel hat, kann im Namen Ihrer Leute handeln. Falls Sie das nicht waren, trennen Sie die Anwendung auf der Seite der Anwendungen und legen Sie sofort ein neues Passwort fest.',
  'mail.keys-replaced.text.operator':
    'Der Betreiber dieses Dienstes hat öffentliche Schlüssel für die Anwendung „{client}“ von „{portal}“ registriert. Wer die zugehörigen privaten Schlüssel hat, kann im Namen Ihrer Leute handeln. Wenn niemand von Ihnen darum gebeten hat, trennen Sie die Anwendung auf der Seite der Anwendungen und fragen Sie beim Betreiber nach.',
  'mail.keys-replaced.button': 'Alle Anwendungen ansehen',
  'mail.redirect-uri-changed.subject': 'Eine Anwendung von „{portal}“ hat eine neue Adresse',
  'mail.redirect-uri-changed.text':
    '„{administrator}“ hat die Weiterleitungsadressen der Anwendung „{client}“ von „{portal}“ geändert. Wer sich bei ihr anmeldet, kann jetzt an andere Stellen ({host}) weitergeleitet werden. Wenn niemand von Ihnen das vorhatte, trennen Sie die Anwendung auf der Seite der Anwendungen.',
  'mail.redirect-uri-changed.text.you':
    'Sie haben die Weiterleitungsadressen der Anwendung „{client}“ von „{portal}“ geändert. Wer sich bei ihr anmeldet, kann jetzt an andere Stellen ({host}) weitergeleitet werden. Falls Sie das nicht waren, trennen Sie die Anwendung auf der Seite der Anwendungen und legen Sie sofort ein neues Passwort fest.',
  'mail.redirect-uri-changed.text.operator':
    'Der Betreiber dieses Dienstes hat die Weiterleitungsadressen der Anwendung „{client}“ von „{portal}“ geändert. Wer sich bei ihr anmeldet, kann jetzt an andere Stellen ({host}) weitergeleitet werden. Wenn niemand von Ihnen darum gebeten hat, trennen Sie die Anwendung auf der Seite der Anwendungen und fragen Sie beim Betreiber nach.',
  'mail.redirect-uri-changed.button': 'Alle Anwendungen ansehen',
  'mail.new-client.button': 'Alle Anwendungen ansehen',
  'mail.new-client.subject': 'Eine neue Anwendung wurde mit „{portal}“ verbunden',
  'mail.new-client.text':
    '„{administrator}“ hat die Anwendung „{client}“ ({host}) mit „{portal}“ verbunden. Sie handelt als Administrator, bis sie entfernt wird. Falls Sie davon nichts wussten, fragen Sie die Person, die sie verbunden hat.',
  'mail.new-client.text.you':
    'Sie haben die Anwendung „{client}“ ({host}) mit „{portal}“ verbunden. Sie handelt als Administrator, bis sie entfernt wird. Falls Sie das nicht waren, trennen Sie sie auf der Seite der Anwendungen und legen Sie sofort ein neues Passwort fest.',
  'mail.new-client.text.operator':
    'Der Betreiber dieses Dienstes hat die Anwendung „{client}“ mit „{portal}“ verbunden. Sie handelt als Administrator, bis sie entfernt wird. Wenn niemand von Ihnen darum gebeten hat, trennen Sie sie auf der Seite der Anwendungen und fragen Sie beim Betreiber nach.',
};
