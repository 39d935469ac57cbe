import type { errorsEn } from '../en/errors.js';

export const errorsDe: Record<keyof typeof errorsEn, string> = {
  'error.validation_failed': 'Einige Felder stimmen noch nicht. Bei jedem steht, was zu ändern ist.',
  'error.bad_request':
    'Der Dienst kann diese Anfrage nicht lesen. Laden Sie die Seite neu und wiederholen Sie sie.',
  'error.incomplete_body': 'Die Anfrage kam nicht vollständig an. Senden Sie sie noch einmal.',
  'error.invalid_json':
    'Der Dienst kann das Gesendete nicht lesen. Laden Sie die Seite neu und wiederholen Sie es.',
  'error.invalid_encoding':
    'Der Text enthält unlesbare Zeichen. Entfernen Sie sie und senden Sie ihn noch einmal.',
  'error.invalid_value':
    'Ein Wert liegt außerhalb des Erlaubten. Suchen Sie eine zu große Zahl oder ungewöhnliche Zeichen.',
  'error.invalid_multipart':
    'Die Datei kam nicht lesbar an. Wählen Sie sie erneut und senden Sie sie noch einmal.',
  'error.image_refused':
    'Dieses Bild wird nicht angenommen. Wählen Sie ein PNG oder ein SVG, das nur zeichnet.',
  'error.unexpected_file': 'Hier wird keine Datei erwartet. Senden Sie die Werte als Felder.',
  'error.too_many_parameters': 'Die Anfrage hat zu viele Teile. Wählen Sie weniger auf einmal.',
  'error.client_without_secret': 'Diese Anwendung hat kein Geheimnis; es gibt nichts zu erneuern.',
  'error.invalid_token': 'Ihre Anmeldung gilt nicht mehr. Melden Sie sich erneut an.',
  'error.insufficient_scope':
    'Ihre Anmeldung umfasst dieses Recht nicht. Fragen Sie einen Administrator des Portals.',
  'error.administrator_required':
    'Nur Administratoren des Portals sehen oder tun das. Fragen Sie einen von ihnen.',
  'error.role_required': 'Ihre Rolle erlaubt das nicht. Fragen Sie einen Administrator des Portals.',
  'error.portal_required':
    'Sie sind in keinem Portal angemeldet. Melden Sie sich erneut an und wählen Sie eines.',
  'error.licence_required': 'Das Portal hat keine Lizenz für dieses Lernobjekt. Erwerben Sie zuerst eine.',
  'error.feature_required': 'Diese Funktion ist für das Portal nicht eingeschaltet. Bitten Sie uns darum.',
  'error.service_account':
    'Dieses Konto gehört einer Anwendung und lässt sich nicht ändern. Wählen Sie eine Person.',
  'error.special_permission_required': 'Das können nur Anwendungen mit besonderen Rechten. Fragen Sie uns.',
  'error.application_token_required': 'Das kann nur eine Anwendung, keine Person.',
  'error.onboarding_not_allowed': 'Diese Anwendung darf keine Portale anlegen. Fragen Sie uns.',
  'error.partner_not_approved':
    'Das Partnerportal hat die Anwendung nicht freigegeben. Fragen Sie dessen Administrator.',
  'error.own_approval': 'Eine Anwendung kann sich nicht selbst freigeben. Ein Administrator muss das tun.',
  'error.not_own_application': 'Die Anwendung gehört einem anderen Portal. Fragen Sie dessen Inhaber.',
  'error.fresh_login_required': 'Geben Sie dafür Ihr Passwort noch einmal ein.',
  'error.not_found':
    'Es ist nicht hier: Vielleicht wurde es gelöscht oder gehört einem anderen Portal. Gehen Sie zurück zur Liste.',
  'error.method_not_allowed': 'Der Dienst bietet das hier nicht an. Laden Sie die Seite neu.',
  'error.limit_reached': 'Eine Grenze des Portals ist erreicht. Warten Sie oder tun Sie weniger auf einmal.',
  'error.no_seat_left':
    'Alle Plätze des Tarifs sind belegt. Sperren Sie Personen, die gegangen sind, oder fragen Sie nach einem größeren Tarif.',
  'error.enrollment_exists': 'Diese Person ist schon eingeschrieben. Öffnen Sie diese Einschreibung.',
  'error.invalid_transition':
    'Die Einschreibung lässt sich so nicht ändern. Laden Sie sie neu, um ihren Stand zu sehen.',
  'error.user_exists': 'Jemand mit dieser Adresse ist schon im Portal. Suchen Sie danach.',
  'error.invitation_accepted': 'Diese Person hat das Konto schon angenommen.',
  'error.invitation_pending':
    'Die Person hat die Einladung noch nicht angenommen. Senden Sie sie ihr erneut.',
  'error.user_blocked': 'Diese Person ist gesperrt. Entsperren Sie sie zuerst.',
  'error.default_collection':
    'Jedes Portal behält seine Standardsammlung. Entfernen Sie stattdessen ihre Einträge.',
  'error.too_many_items': 'Es sind zu viele Einträge. Entfernen Sie zuerst einige.',
  'error.last_administrator':
    'Das Portal muss einen Administrator behalten. Geben Sie zuerst jemand anderem die Rolle.',
  'error.domain_taken': 'Ein Portal mit dieser Domain gibt es schon. Wählen Sie eine andere.',
  'error.not_previewable': 'Dieses Lernobjekt hat keine Vorschau.',
  'error.webhook_limit':
    'Das Portal hat so viele Webhooks, wie es haben kann. Löschen Sie einen oder abonnieren Sie mit einem vorhandenen mehr Ereignisse.',
  'error.webhook_disabled':
    'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst in seinen Einstellungen ein.',
  'error.idempotency_key_reused':
    'Dieses Formular wurde schon mit anderen Werten gesendet. Laden Sie die Seite neu.',
  'error.idempotency_answer_lost':
    'Es wurde ausgeführt, aber die Antwort ist verloren. Sehen Sie in der Liste nach, bevor Sie es wiederholen.',
  'error.secret_just_rotated':
    'Jemand hat dieses Geheimnis gerade erneuert. Verwenden Sie das neue oder erneuern Sie noch einmal.',
  'error.own_application': 'Die Anwendung gehört dem Portal und braucht keine Freigabe.',
  'error.application_blocked': 'Die Anwendung ist gesperrt. Entsperren Sie sie zuerst.',
  'error.precondition_failed': 'Jemand anders hat das inzwischen geändert. Ihre Eingaben sind noch da.',
  'error.payload_too_large': 'Das ist zu viel auf einmal. Senden Sie weniger.',
  'error.uri_too_long': 'Es sind zu viele Filter für eine Adresse. Entfernen Sie einige.',
  'error.unsupported_media_type': 'Der Dienst kann diese Art von Datei nicht lesen. Wählen Sie eine andere.',
  'error.too_many_requests':
    'Zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  'error.headers_too_large':
    'Der Browser sendet mit jeder Anfrage zu viel. Löschen Sie die Cookies dieser Seite und melden Sie sich neu an.',
  'error.server_busy': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'error.temporarily_unavailable':
    'Der Dienst ist ausgelastet oder startet gerade neu. Versuchen Sie es gleich noch einmal.',
  'error.not_ready': 'Der Dienst startet gerade. Versuchen Sie es gleich noch einmal.',
  'error.session_ended': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an; Ihre Eingaben bleiben.',
  'error.browser_outdated':
    'Dieser Browser ist zu alt für die Konsole. Aktualisieren Sie ihn, oder nehmen Sie einen anderen.',
  'error.csrf_refused': 'Diese Seite ist veraltet. Laden Sie sie neu.',
  'error.field.required': 'Füllen Sie dieses Feld aus.',
  'error.field.email': 'Geben Sie eine vollständige E-Mail-Adresse ein, etwa ada@acme.example.',
  'error.field.address': 'Geben Sie eine vollständige Adresse ein, die mit https:// beginnt.',
  'error.field.https': 'Die Adresse muss mit https:// beginnen. Nur auf dem eigenen Rechner genügt http://.',
  'error.field.public': 'Nehmen Sie eine Adresse, die aus dem Internet erreichbar ist.',
  'error.field.port': 'Dieser Port ist nicht erlaubt. Nehmen Sie 443 oder einen anderen.',
  'error.field.credentials': 'Entfernen Sie Name und Passwort aus der Adresse.',
  'error.field.fragment': 'Entfernen Sie # und alles dahinter.',
  'error.field.spaces': 'Entfernen Sie Leerzeichen und umgekehrte Schrägstriche.',
  'error.field.color': 'Geben Sie die Farbe als # mit sechs Ziffern an, etwa #1d5bd6.',
  'error.field.name': 'Geben Sie einen Namen ein, ohne Adressen und Anführungszeichen.',
  'error.field.line': 'Schreiben Sie eine einzige Zeile ohne verborgene Zeichen.',
  'error.field.characters': 'Verwenden Sie höchstens {most} Zeichen.',
  'error.field.most': 'Hier sind höchstens {most} möglich.',
  'error.field.least': 'Hier sind mindestens {least} nötig.',
  'error.field.date': 'Wählen Sie ein Datum.',
  'error.field.integer': 'Geben Sie eine ganze Zahl ein.',
  'error.field.number': 'Geben Sie eine Zahl ein.',
  'error.field.oneOf': 'Wählen Sie eines davon: {values}.',
  'error.field.unknownManager': 'Eine Führungskraft ist nicht mehr im Portal. Wählen Sie jemand anderen.',
  'error.field.managerCycle': 'Jemand wäre die eigene Führungskraft. Wählen Sie jemand anderen.',
  'error.field.unknownObject':
    'Einige dieser Inhalte sind nicht mehr da oder gehören einem anderen Portal. Entfernen Sie sie hier.',
  'error.field.other': 'Der Dienst meldet: {message}.',
  'error.ref': 'Referenz',
  'error.right': 'Es fehlt: {right}',
  'error.limits': 'Alle Grenzen des Portals',
  'error.limit': '{name}: höchstens {most}.',
};
