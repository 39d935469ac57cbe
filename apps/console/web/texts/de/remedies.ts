import type { Remedies } from '../remedies.js';

/** What a developer can do about each error code, as in docs/errors.md. */
export const remediesDe: Remedies = {
  validation_failed:
    'Berichtigen Sie die Felder, die `additional_errors` nennt; jeder Eintrag beschreibt den Fehler.',
  bad_request: 'Prüfen Sie Pfad, Kodierung und Kopfzeilen der Anfrage.',
  incomplete_body: 'Senden Sie die Anfrage noch einmal; `Content-Length` muss die Länge des Inhalts sein.',
  invalid_json:
    'Senden Sie JSON, das höchstens 20 Ebenen tief ist, mit höchstens 10.000 Einträgen in einer Liste.',
  invalid_encoding: 'Kodieren Sie den Inhalt als UTF-8.',
  invalid_value:
    'Suchen Sie eine zu große Zahl oder einen Text mit Zeichen, die sich nicht speichern lassen.',
  invalid_multipart: 'Prüfen Sie die Trennzeile in `Content-Type` und senden Sie weniger Teile oder JSON.',
  image_refused:
    'Senden Sie ein PNG oder ein SVG, das nur zeichnet: ohne Skripte, Links, Animationen und fremde Dateien.',
  unexpected_file: 'Senden Sie die Werte als Felder, nicht als Dateien.',
  too_many_parameters: 'Senden Sie weniger Parameter oder JSON.',
  client_without_secret: 'Es gibt nichts zu erneuern: Anwendungen ohne Geheimnis verwenden PKCE.',
  invalid_token:
    'Holen Sie mit dem Refresh-Token oder Ihrem Grant ein neues Access-Token und wiederholen Sie die Anfrage.',
  insufficient_scope: 'Fordern Sie ein Token mit dem Scope an, den `message` und `WWW-Authenticate` nennen.',
  administrator_required:
    'Verwenden Sie das Token eines Administrators des Portals oder einer Anwendung (`client_credentials`).',
  role_required: 'Verwenden Sie das Token einer Person mit der Rolle, die `message` nennt.',
  portal_required:
    'Holen Sie das Token für ein Portal: mit einer Anwendung des Portals oder mit `portal_name`.',
  licence_required: 'Das Portal braucht zuerst eine Lizenz für den Inhalt.',
  feature_required: 'Bitten Sie uns, die Funktion für das Portal einzuschalten.',
  service_account: 'Nennen Sie eine Person statt des Kontos einer Anwendung.',
  special_permission_required: 'Bitten Sie uns, der Anwendung das Recht zu geben.',
  application_token_required: 'Wiederholen Sie die Anfrage mit einem Token aus `client_credentials`.',
  onboarding_not_allowed: 'Fragen Sie uns, ob Ihre Anwendung Portale anlegen darf.',
  partner_not_approved: 'Ein Administrator des Partnerportals muss die Anwendung freigeben.',
  own_approval: 'Ein Administrator muss sie freigeben.',
  not_own_application: 'Fragen Sie den Inhaber der Anwendung.',
  fresh_login_required:
    'Lassen Sie die Person sich mit `authorization_code` erneut anmelden und wiederholen Sie die Anfrage sofort.',
  not_found:
    'Prüfen Sie die Id und das Portal des Tokens: Was einem anderen Portal gehört, wird auch nicht gefunden.',
  method_not_allowed: 'Verwenden Sie eine der Methoden in `Allow`.',
  limit_reached: '`limit` und `most` nennen die erreichte Grenze: siehe limits.md.',
  no_seat_left:
    'Sperren oder entfernen Sie Personen, die gegangen sind, oder fragen Sie nach mehr Plätzen; `seats` ist ihre jetzige Zahl.',
  enrollment_exists:
    'Verwenden Sie die Einschreibung in `enrollment_id` oder beginnen Sie mit `?re-enroll=true` neu.',
  invalid_transition:
    'Lesen Sie die Einschreibung noch einmal; ein Administrator öffnet eine abgeschlossene mit `?reopen=true` wieder.',
  user_exists:
    'Finden Sie die Person mit `email`; senden Sie beim Anlegen eines Portals ihr eigenes Token in `user.jwt`.',
  invitation_accepted:
    'Es gibt keine Einladung mehr zu senden; die Person meldet sich mit ihrem eigenen Passwort an.',
  invitation_pending: 'Senden Sie die Einladung erneut: `POST /v2/users/{id}/invitation`.',
  user_blocked: 'Entsperren Sie die Person zuerst: PATCH `status: true`.',
  default_collection: 'Entfernen Sie stattdessen ihre Einträge.',
  too_many_items: 'Entfernen Sie Einträge mit `items/remove` und löschen Sie dann die Auswahl.',
  last_administrator: 'Machen Sie zuerst jemand anderen zum Administrator.',
  domain_taken: 'Wählen Sie eine andere Domain.',
  not_previewable: 'Bieten Sie Vorschau und Pakete nur an, wo `previewable` wahr ist.',
  webhook_limit:
    'Löschen Sie einen Webhook, der nicht gebraucht wird, oder abonnieren Sie mit einem vorhandenen mehr Ereignisse.',
  webhook_disabled: 'Schalten Sie ihn zuerst ein: PATCH `enabled: true`.',
  idempotency_key_reused:
    'Verwenden Sie für jede neue Anfrage einen neuen Schlüssel, und denselben nur, um eine Anfrage unverändert zu wiederholen.',
  idempotency_answer_lost: 'Wiederholen Sie sie nicht: Lesen Sie stattdessen, was angelegt wurde.',
  secret_just_rotated:
    'Verwenden Sie das Geheimnis, das die andere Anfrage bekam, oder erneuern Sie es noch einmal.',
  own_application: 'Sie müssen nichts tun: Die Anwendung hat ihre Rechte schon.',
  application_blocked: 'Entsperren Sie die Anwendung und geben Sie sie dann frei.',
  precondition_failed: 'Lesen Sie das Objekt noch einmal, ändern Sie es und senden Sie das neue `ETag`.',
  payload_too_large: 'Senden Sie kleinere Anfragen; limits.md nennt die Größen.',
  uri_too_long: 'Senden Sie weniger Werte in der Adresse, in mehreren Anfragen.',
  unsupported_media_type: 'Setzen Sie `Content-Type` auf die Art des Inhalts und komprimieren Sie ihn nicht.',
  too_many_requests: 'Warten Sie so viele Sekunden, wie `Retry-After` nennt.',
  headers_too_large:
    'Senden Sie weniger oder kürzere Kopfzeilen; suchen Sie nach Cookies und einem falsch gebildeten Token.',
  internal_error: 'Versuchen Sie es später noch einmal und nennen Sie uns `ref`, wenn Sie Hilfe brauchen.',
  temporarily_unavailable:
    'Warten Sie so viele Sekunden, wie `Retry-After` nennt, und wiederholen Sie die Anfrage.',
  server_busy:
    'Warten Sie so viele Sekunden, wie `Retry-After` nennt, und wiederholen Sie die Anfrage; `limit` steht in limits.md.',
  not_ready: 'So antworten nur Bereitschaftsprüfungen: Der Prozess wartet auf das Genannte.',
};
