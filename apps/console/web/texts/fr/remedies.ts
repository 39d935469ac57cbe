import type { Remedies } from '../remedies.js';

/** What a developer can do about each error code, as in docs/errors.md. */
export const remediesFr: Remedies = {
  validation_failed: 'Corrigez les champs que nomme `additional_errors` ; chaque élément décrit l’erreur.',
  bad_request: 'Vérifiez le chemin, l’encodage et les en-têtes de la requête.',
  incomplete_body: 'Envoyez de nouveau la requête ; `Content-Length` doit être la longueur du corps.',
  invalid_json: 'Envoyez du JSON d’au plus 20 niveaux, avec au plus 10 000 éléments dans une liste.',
  invalid_encoding: 'Encodez le corps en UTF-8.',
  invalid_value:
    'Cherchez un nombre trop grand ou un texte dont des caractères ne peuvent pas être enregistrés.',
  invalid_multipart: 'Vérifiez la délimitation dans `Content-Type`, et envoyez moins de parties, ou du JSON.',
  image_refused:
    'Envoyez un PNG, ou un SVG qui ne fait que dessiner : ni scripts, ni liens, ni animations, ni fichiers externes.',
  unexpected_file: 'Envoyez les valeurs comme champs, et non comme fichiers.',
  too_many_parameters: 'Envoyez moins de paramètres, ou du JSON.',
  client_without_secret: 'Il n’y a rien à renouveler : les applications sans secret utilisent PKCE.',
  invalid_token:
    'Obtenez un nouveau jeton d’accès par le jeton de rafraîchissement ou votre grant, et répétez la requête.',
  insufficient_scope: 'Demandez un jeton avec le scope que nomment `message` et `WWW-Authenticate`.',
  administrator_required:
    'Utilisez le jeton d’un administrateur du portail, ou d’une application (`client_credentials`).',
  role_required: 'Utilisez le jeton d’une personne qui a le rôle que nomme `message`.',
  portal_required:
    'Obtenez le jeton pour un portail : avec une application du portail, ou en nommant `portal_name`.',
  licence_required: 'Le portail a d’abord besoin d’une licence pour le contenu.',
  feature_required: 'Demandez-nous d’activer la fonction pour le portail.',
  service_account: 'Nommez une personne au lieu du compte d’une application.',
  special_permission_required: 'Demandez-nous de donner ce droit à l’application.',
  application_token_required: 'Répétez la requête avec un jeton de `client_credentials`.',
  onboarding_not_allowed: 'Demandez-nous si votre application peut créer des portails.',
  partner_not_approved: 'Un administrateur du portail partenaire doit approuver l’application.',
  own_approval: 'Un administrateur doit l’approuver.',
  not_own_application: 'Demandez au propriétaire de l’application.',
  fresh_login_required:
    'Demandez à la personne de se reconnecter par `authorization_code`, et répétez aussitôt la requête.',
  not_found:
    'Vérifiez l’identifiant et le portail du jeton : ce qui appartient à un autre portail n’est pas trouvé non plus.',
  method_not_allowed: 'Utilisez une des méthodes de `Allow`.',
  limit_reached: '`limit` et `most` nomment la limite atteinte : voir limits.md.',
  no_seat_left:
    'Bloquez ou retirez les personnes parties, ou demandez plus de places ; `seats` en est le nombre actuel.',
  enrollment_exists: 'Utilisez l’inscription de `enrollment_id`, ou recommencez avec `?re-enroll=true`.',
  invalid_transition:
    'Lisez de nouveau l’inscription ; un administrateur rouvre une inscription terminée avec `?reopen=true`.',
  user_exists:
    'Trouvez la personne par `email` ; en créant un portail, envoyez son propre jeton dans `user.jwt`.',
  invitation_accepted:
    'Il n’y a plus d’invitation à envoyer ; la personne se connecte avec son propre mot de passe.',
  invitation_pending: 'Renvoyez l’invitation : `POST /v2/users/{id}/invitation`.',
  user_blocked: 'Débloquez d’abord la personne : PATCH `status: true`.',
  default_collection: 'Retirez plutôt ses éléments.',
  too_many_items: 'Retirez des éléments avec `items/remove`, puis supprimez la sélection.',
  last_administrator: 'Donnez d’abord le rôle d’administrateur à une autre personne.',
  domain_taken: 'Choisissez un autre domaine.',
  not_previewable: 'Ne proposez aperçus et paquets que là où `previewable` est vrai.',
  webhook_limit: 'Supprimez un webhook inutile, ou abonnez un webhook existant à plus d’événements.',
  webhook_disabled: 'Activez-le d’abord : PATCH `enabled: true`.',
  idempotency_key_reused:
    'Utilisez une nouvelle clé pour chaque nouvelle requête, et la même seulement pour répéter une requête inchangée.',
  idempotency_answer_lost: 'Ne la répétez pas : lisez plutôt ce qui a été créé.',
  secret_just_rotated: 'Utilisez le secret que l’autre requête a reçu, ou renouvelez-le encore une fois.',
  own_application: 'Vous n’avez rien à faire : l’application a déjà ses droits.',
  application_blocked: 'Débloquez l’application, puis approuvez-la.',
  precondition_failed:
    'Lisez de nouveau l’objet, appliquez-y votre modification et envoyez le nouvel `ETag`.',
  payload_too_large: 'Envoyez des requêtes plus petites ; limits.md donne les tailles.',
  uri_too_long: 'Envoyez moins de valeurs dans l’adresse, en plusieurs requêtes.',
  unsupported_media_type: 'Donnez à `Content-Type` le type du corps, et ne compressez pas celui-ci.',
  too_many_requests: 'Attendez le nombre de secondes de `Retry-After`.',
  headers_too_large:
    'Envoyez des en-têtes moins nombreux ou plus courts ; cherchez des cookies et un jeton mal formé.',
  internal_error: 'Réessayez plus tard, et citez `ref` si vous demandez de l’aide.',
  temporarily_unavailable: 'Attendez le nombre de secondes de `Retry-After`, puis répétez la requête.',
  server_busy:
    'Attendez le nombre de secondes de `Retry-After`, puis répétez la requête ; `limit` est dans limits.md.',
  not_ready: 'Seuls les contrôles de disponibilité répondent cela : le processus attend ce qui est nommé.',
};
