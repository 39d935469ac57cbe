import type { errorsEn } from '../en/errors.js';

export const errorsFr: Record<keyof typeof errorsEn, string> = {
  'error.validation_failed':
    'Certains champs ne conviennent pas encore. Chacun indique ce qu’il faut changer.',
  'error.bad_request': 'Le service ne peut pas lire cette demande. Rechargez la page et recommencez.',
  'error.incomplete_body': 'La demande n’est pas arrivée en entier. Envoyez-la de nouveau.',
  'error.invalid_json': 'Le service ne peut pas lire ce qui a été envoyé. Rechargez la page et recommencez.',
  'error.invalid_encoding': 'Le texte contient des caractères illisibles. Supprimez-les et renvoyez-le.',
  'error.invalid_value':
    'Une valeur est hors limites. Cherchez un nombre trop grand ou des caractères inhabituels.',
  'error.invalid_multipart':
    'Le fichier n’est pas arrivé sous une forme lisible. Choisissez-le de nouveau et renvoyez-le.',
  'error.image_refused':
    'Cette image n’est pas acceptée. Choisissez un PNG, ou un SVG qui ne fait que dessiner.',
  'error.unexpected_file': 'Aucun fichier n’est attendu ici. Envoyez les valeurs dans les champs.',
  'error.too_many_parameters': 'La demande a trop d’éléments. Choisissez-en moins à la fois.',
  'error.client_without_secret': 'Cette application n’a pas de secret : il n’y a rien à renouveler.',
  'error.invalid_token': 'Votre connexion n’est plus valable. Connectez-vous de nouveau.',
  'error.insufficient_scope':
    'Votre connexion ne comprend pas ce droit. Demandez à un administrateur du portail.',
  'error.administrator_required':
    'Seuls les administrateurs du portail voient ou font cela. Demandez à l’un d’eux.',
  'error.role_required': 'Votre rôle ne le permet pas. Demandez à un administrateur du portail.',
  'error.portal_required':
    'Vous n’êtes connecté à aucun portail. Connectez-vous de nouveau et choisissez-en un.',
  'error.licence_required': 'Le portail n’a pas de licence pour cet objet. Procurez-vous-en une d’abord.',
  'error.feature_required': 'Cette fonction n’est pas activée pour le portail. Demandez-nous de l’activer.',
  'error.service_account':
    'Ce compte appartient à une application et ne peut pas être modifié. Choisissez une personne.',
  'error.special_permission_required':
    'Seules les applications dotées de droits particuliers le peuvent. Demandez-nous.',
  'error.application_token_required': 'Seule une application peut le faire, pas une personne.',
  'error.onboarding_not_allowed': 'Cette application ne peut pas créer de portails. Demandez-nous.',
  'error.partner_not_approved':
    'Le portail partenaire n’a pas approuvé l’application. Demandez à son administrateur.',
  'error.own_approval': 'Une application ne peut pas s’approuver elle-même. Un administrateur doit le faire.',
  'error.not_own_application': 'L’application appartient à un autre portail. Demandez à son propriétaire.',
  'error.fresh_login_required': 'Pour cela, saisissez de nouveau votre mot de passe.',
  'error.not_found':
    'Il n’est pas ici : il a peut-être été supprimé, ou appartient à un autre portail. Revenez à la liste.',
  'error.method_not_allowed': 'Le service ne propose pas cela ici. Rechargez la page.',
  'error.limit_reached': 'Une limite du portail est atteinte. Attendez, ou faites-en moins à la fois.',
  'error.no_seat_left':
    'Toutes les places de l’offre sont prises. Bloquez les personnes parties, ou demandez une offre plus grande.',
  'error.enrollment_exists': 'Cette personne est déjà inscrite. Ouvrez cette inscription.',
  'error.invalid_transition': 'L’inscription ne peut pas changer ainsi. Rechargez-la pour voir son état.',
  'error.user_exists': 'Quelqu’un ayant cette adresse est déjà dans le portail. Cherchez-le par elle.',
  'error.invitation_accepted': 'Cette personne a déjà accepté le compte.',
  'error.invitation_pending': 'Cette personne n’a pas encore accepté l’invitation. Renvoyez-la.',
  'error.user_blocked': 'Cette personne est bloquée. Débloquez-la d’abord.',
  'error.default_collection': 'Chaque portail garde sa collection par défaut. Retirez plutôt ses éléments.',
  'error.too_many_items': 'Il y a trop d’éléments. Retirez-en d’abord.',
  'error.last_administrator':
    'Le portail doit garder un administrateur. Donnez d’abord le rôle à quelqu’un d’autre.',
  'error.domain_taken': 'Un portail avec ce domaine existe déjà. Choisissez-en un autre.',
  'error.not_previewable': 'Cet objet n’a pas d’aperçu.',
  'error.webhook_limit':
    'Le portail a autant de webhooks que possible. Supprimez-en un, ou abonnez un webhook existant à plus d’événements.',
  'error.webhook_disabled': 'Le webhook est désactivé. Activez-le d’abord dans ses réglages.',
  'error.idempotency_key_reused': 'Ce formulaire a déjà été envoyé avec d’autres valeurs. Rechargez la page.',
  'error.idempotency_answer_lost':
    'C’est fait, mais la réponse est perdue. Regardez la liste avant de recommencer.',
  'error.secret_just_rotated':
    'Quelqu’un vient de renouveler ce secret. Utilisez le sien, ou renouvelez-le encore.',
  'error.own_application': 'L’application appartient au portail et n’a pas besoin d’approbation.',
  'error.application_blocked': 'L’application est bloquée. Débloquez-la d’abord.',
  'error.precondition_failed': 'Quelqu’un d’autre l’a modifié entre-temps. Votre saisie est toujours là.',
  'error.payload_too_large': 'C’est trop à la fois. Envoyez-en moins.',
  'error.uri_too_long': 'Il y a trop de filtres pour une adresse. Retirez-en.',
  'error.unsupported_media_type': 'Le service ne peut pas lire ce type de fichier. Choisissez-en un autre.',
  'error.too_many_requests': 'Trop de demandes en peu de temps. Attendez un instant et réessayez.',
  'error.headers_too_large':
    'Le navigateur envoie trop de données à chaque demande. Supprimez les cookies de ce site et reconnectez-vous.',
  'error.server_busy': 'Le service est occupé. Réessayez dans un instant.',
  'error.temporarily_unavailable': 'Le service est occupé ou redémarre. Réessayez dans un instant.',
  'error.not_ready': 'Le service démarre. Réessayez dans un instant.',
  'error.session_ended': 'Votre session est terminée. Connectez-vous de nouveau ; votre saisie reste.',
  'error.browser_outdated':
    'Ce navigateur est trop ancien pour la console. Mettez-le à jour ou utilisez-en un autre.',
  'error.csrf_refused': 'Cette page n’est plus à jour. Rechargez-la.',
  'error.field.required': 'Remplissez ce champ.',
  'error.field.email': 'Saisissez une adresse e-mail complète, par exemple ada@acme.example.',
  'error.field.address': 'Saisissez une adresse complète qui commence par https://.',
  'error.field.https':
    'L’adresse doit commencer par https://. http:// ne suffit que sur votre propre machine.',
  'error.field.public': 'Utilisez une adresse accessible depuis Internet.',
  'error.field.port': 'Ce port n’est pas autorisé. Utilisez 443 ou un autre.',
  'error.field.credentials': 'Retirez le nom et le mot de passe de l’adresse.',
  'error.field.fragment': 'Retirez # et tout ce qui suit.',
  'error.field.spaces': 'Retirez les espaces et les barres obliques inverses.',
  'error.field.color': 'Écrivez la couleur avec # et six chiffres, par exemple #1d5bd6.',
  'error.field.name': 'Saisissez un nom, sans adresse ni guillemets.',
  'error.field.line': 'Écrivez une seule ligne, sans caractères cachés.',
  'error.field.characters': 'Utilisez au plus {most} caractères.',
  'error.field.most': 'Au plus {most} sont possibles ici.',
  'error.field.least': 'Au moins {least} sont nécessaires ici.',
  'error.field.date': 'Choisissez une date.',
  'error.field.integer': 'Saisissez un nombre entier.',
  'error.field.number': 'Saisissez un nombre.',
  'error.field.oneOf': 'Choisissez parmi : {values}.',
  'error.field.unknownManager': 'Un responsable n’est plus dans le portail. Choisissez quelqu’un d’autre.',
  'error.field.managerCycle': 'Une personne serait son propre responsable. Choisissez quelqu’un d’autre.',
  'error.field.unknownObject':
    'Une partie de ces contenus n’existe plus ou appartient à un autre portail. Retirez-la ici.',
  'error.field.other': 'Le service indique : {message}.',
  'error.ref': 'Référence',
  'error.right': 'Il manque : {right}',
  'error.limits': 'Toutes les limites du portail',
  'error.limit': '{name} : {most} au plus.',
};
