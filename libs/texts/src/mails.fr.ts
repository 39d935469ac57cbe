import type { mailsEn } from './mails.en.js';

export const mailsFr: Record<keyof typeof mailsEn, string> = {
  'mail.greeting': 'Bonjour {name},',
  'mail.greeting.unnamed': 'Bonjour,',
  'mail.ignore': 'Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
  'mail.notYou': 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : {forgotten}',
  'mail.login.subject': 'Votre accès à « {portal} »',
  'mail.login.text':
    'Un compte a été créé pour vous sur « {portal} ». Choisissez votre mot de passe avec ce lien, valable 24 heures :',
  'mail.login.button': 'Choisir mon mot de passe',
  'mail.invitation.subject': 'Invitation à rejoindre « {portal} »',
  'mail.invitation.text':
    'Vous avez reçu une invitation à rejoindre « {portal} ». Pour l’accepter ou la refuser, connectez-vous avec votre mot de passe habituel :',
  'mail.invitation.button': 'Voir l’invitation',
  'mail.new-portal.subject': 'Votre portail « {portal} »',
  'mail.new-portal.text':
    'Le portail « {portal} » est prêt, et vous en êtes administrateur. Connectez-vous avec votre mot de passe habituel :',
  'mail.new-portal.button': 'Se connecter',
  'mail.password-reset.subject': 'Choisir un nouveau mot de passe',
  'mail.password-reset.text':
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe. Choisissez-le avec ce lien, valable une heure :',
  'mail.password-reset.button': 'Choisir un nouveau mot de passe',
  'mail.password-changed.subject': 'Votre mot de passe a été modifié',
  'mail.password-changed.text':
    'Votre mot de passe vient d’être modifié. Toutes vos sessions et applications ont été déconnectées.',
  'mail.second-factor-on.subject': 'Votre second facteur a été activé',
  'mail.second-factor-on.text':
    'Désormais, un code de votre application d’authentification vous sera demandé après votre mot de passe.',
  'mail.second-factor-off.subject': 'Votre second facteur a été désactivé',
  'mail.second-factor-off.text': 'Désormais, votre mot de passe suffit à lui seul pour vous connecter.',
  'mail.recovery-codes.subject': 'Vous avez de nouveaux codes de secours',
  'mail.recovery-codes.text':
    'De nouveaux codes de secours ont été créés pour votre second facteur. Les précédents ne fonctionnent plus.',
  'mail.second-factor-guessed.subject': 'Des codes incorrects ont été saisis pour votre compte',
  'mail.second-factor-guessed.text':
    'Quelqu’un est arrivé jusqu’à la demande de votre second facteur, ce qui suppose votre mot de passe ou un lien de connexion, et a saisi dix codes incorrects en une journée. Personne ne s’est connecté avec ces codes.',
  'mail.webhook-parked.subject': 'L’un de vos webhooks échoue',
  'mail.webhook-parked.text':
    'le webhook {webhook_id} vers {url} échoue depuis {failing_since}. Rien n’est perdu : ses livraisons attendent, et une seule à la fois est tentée jusqu’à ce que le destinataire réponde de nouveau. S’il échoue pendant cinq jours, il est désactivé. Une fois le destinataire réparé, envoyez un test depuis la console : les livraisons reprennent aussitôt.',
  'mail.webhook-disabled.subject': 'L’un de vos webhooks a été désactivé',
  'mail.webhook-disabled.text':
    'Le webhook {webhook_id} vers {url} échoue depuis {failing_since} et a été désactivé. Ce qui n’a pas pu être livré pourra être renvoyé dès qu’il fonctionnera à nouveau.',
  'mail.application-approved.subject': 'Une application a été approuvée pour « {portal} »',
  'mail.application-approved.text':
    '« {administrator} » a approuvé l’application « {client} » pour « {portal} ». La page des applications indique ce qu’elle peut faire ; tout administrateur peut y retirer l’approbation.',
  'mail.application-approved.text.you':
    'Vous avez approuvé l’application « {client} » pour « {portal} ». La page des applications indique ce qu’elle peut faire ; vous ou un autre administrateur pouvez y retirer l’approbation.',
  'mail.application-approved.button': 'Voir toutes les applications',
  'mail.secret-rotated.subject': 'Une application de « {portal} » a un nouveau secret',
  'mail.secret-rotated.text':
    '« {administrator} » a remplacé le secret de l’application « {client} » de « {portal} ». Quiconque a le nouveau peut agir comme administrateur. Si personne parmi vous n’avait prévu ce changement, déconnectez l’application sur la page des applications.',
  'mail.secret-rotated.text.you':
    'Vous avez remplacé le secret de l’application « {client} » de « {portal} ». Quiconque a le nouveau peut agir comme administrateur. Si ce n’était pas vous, déconnectez l’application sur la page des applications et choisissez tout de suite un nouveau mot de passe.',
  'mail.secret-rotated.text.operator':
    'L’exploitant de ce service a remplacé le secret de l’application « {client} » de « {portal} ». Quiconque a le nouveau peut agir comme administrateur. Si personne parmi vous ne l’a demandé, déconnectez l’application sur la page des applications et renseignez-vous auprès de l’exploitant.',
  'mail.secret-rotated.button': 'Voir toutes les applications',
  'mail.keys-replaced.subject': 'Une application de « {portal} » a de nouvelles clés',
  'mail.keys-replaced.text':
    '« {administrator} » a remplacé les clés publiques de l’application « {client} » de « {portal} ». Quiconque détient les clés privées correspondantes peut agir au nom de vos membres. Si personne parmi vous n’avait prévu ce changement, déconnectez l’application sur la page des applications.',
  'mail.keys-replaced.text.you':
    'Vous avez remplacé les clés publiques de l’application « {client} » de « {portal} ». Quiconque détient les clés privées correspondantes peut agir au nom de vos membres. Si ce n’était pas vous, déconnectez l’application sur la page des applications et choisissez tout de suite un nouveau mot de passe.',
  'mail.keys-replaced.text.operator':
    'L’exploitant de ce service a enregistré des clés publiques pour l’application « {client} » de « {portal} ». Quiconque détient les clés privées correspondantes peut agir au nom de vos membres. Si personne parmi vous ne l’a demandé, déconnectez l’application sur la page des applications et renseignez-vous auprès de l’exploitant.',
  'mail.keys-replaced.button': 'Voir toutes les applications',
  'mail.redirect-uri-changed.subject': 'Une application de « {portal} » a une nouvelle adresse',
  'mail.redirect-uri-changed.text':
    '« {administrator} » a modifié les adresses de redirection de l’application « {client} » de « {portal} ». Les personnes qui s’y connectent peuvent désormais être redirigées ailleurs ({host}). Si personne parmi vous n’avait prévu ce changement, déconnectez l’application sur la page des applications.',
  'mail.redirect-uri-changed.text.you':
    'Vous avez modifié les adresses de redirection de l’application « {client} » de « {portal} ». Les personnes qui s’y connectent peuvent désormais être redirigées ailleurs ({host}). Si ce n’était pas vous, déconnectez l’application sur la page des applications et choisissez tout de suite un nouveau mot de passe.',
  'mail.redirect-uri-changed.text.operator':
    'L’exploitant de ce service a modifié les adresses de redirection de l’application « {client} » de « {portal} ». Les personnes qui s’y connectent peuvent désormais être redirigées ailleurs ({host}). Si personne parmi vous ne l’a demandé, déconnectez l’application sur la page des applications et renseignez-vous auprès de l’exploitant.',
  'mail.redirect-uri-changed.button': 'Voir toutes les applications',
  'mail.new-client.button': 'Voir toutes les applications',
  'mail.new-client.subject': 'Une nouvelle application a été connectée à « {portal} »',
  'mail.new-client.text':
    '« {administrator} » a connecté l’application « {client} » ({host}) à « {portal} ». Elle agit comme administrateur jusqu’à ce qu’elle soit retirée. Si vous n’en saviez rien, demandez à la personne qui l’a connectée.',
  'mail.new-client.text.you':
    'Vous avez connecté l’application « {client} » ({host}) à « {portal} ». Elle agit comme administrateur jusqu’à ce qu’elle soit retirée. Si ce n’était pas vous, déconnectez-la sur la page des applications et choisissez tout de suite un nouveau mot de passe.',
  'mail.new-client.text.operator':
    'L’exploitant de ce service a connecté l’application « {client} » à « {portal} ». Elle agit comme administrateur jusqu’à ce qu’elle soit retirée. Si personne parmi vous ne l’a demandé, déconnectez-la sur la page des applications et renseignez-vous auprès de l’exploitant.',
};
