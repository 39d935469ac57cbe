import type { applicationsEn } from '../en/applications.js';
import type { CatalogueText } from '../format-text.js';

export const applicationsFr: Record<keyof typeof applicationsEn, CatalogueText> = {
  'applications.title': 'Applications',
  'applications.intro':
    'Programmes qui ont accès à ce portail : les vôtres, et ceux d’autrui que le portail ou ses membres ont autorisés.',
  'applications.create': 'Créer une application',
  'applications.approveOther': 'Approuver une application…',
  'applications.kind': 'Type d’application',
  'applications.kind.all': 'Toutes',
  'applications.kind.own': 'À vous',
  'applications.kind.connected': 'Connectées',
  'applications.none': 'Pas encore d’application',
  'applications.firstStep': 'Créez-en une, et votre programme obtiendra des jetons pour l’API.',
  'applications.noneConnected': 'Aucune application connectée',
  'applications.howConnected':
    'Les applications d’autrui apparaissent ici quand le portail en approuve une, ou quand une personne en autorise une.',
  'applications.state.blocked': 'Bloquée',
  'applications.state.off': 'Désactivée',
  'applications.state.on': 'Activée',
  'applications.state.approved': 'Approuvée',
  'applications.state.allowed': 'Autorisée par des personnes',
  'applications.lastUse': 'Dernière utilisation',
  'applications.clientId': 'Identifiant client',
  'applications.find': 'Afficher l’application',
  'applications.unknownId':
    'Aucune application portant cet identifiant ne peut être approuvée. Vérifiez chaque caractère, majuscules comprises.',
  'applications.owner': 'Propriétaire',
  'applications.owner.service': 'Ce service',
  'applications.owner.none': 'Aucun portail. Ses hôtes indiquent à qui elle appartient',
  'applications.owner.portal': 'Un autre portail',
  'applications.hosts': 'Les personnes reviennent à',
  'applications.noHosts': 'Nulle part : personne ne s’y connecte',
  'applications.clientIdHint': 'Son fabricant le connaît.',
  'applications.madeBy': 'Créée par',
  'applications.readOnly': 'Vous pouvez voir cette application, mais pas la modifier.',
  'applications.farReaching': 'accès étendu',
  'applications.approval': 'Approbation',
  'applications.approve': 'Approuver',
  'applications.approveButton': 'Approuver…',
  'applications.changeButton': 'Modifier l’approbation…',
  'applications.approveNamed': 'Approuver {name}',
  'applications.changeApproval': 'Ce que {name} peut faire',
  'applications.approvalText':
    'Une approbation vaut pour tout le portail. Elle remplace la précédente ; ce qu’elle ne permet plus prend fin aussitôt. Tous les administrateurs en sont informés par e-mail.',
  'applications.scopes': 'Accès',
  'applications.powers': 'Autres droits',
  'applications.power.acts_for_people': 'Elle peut agir au nom de personnes sans leur demander',
  'applications.power.for_administrators': 'Y compris pour des administrateurs',
  'applications.power.makes_portals': 'Elle peut créer des portails sous ce partenaire',
  'applications.approved': '{name} est approuvée',
  'applications.notApproved':
    'Le portail ne l’a pas approuvée. Elle peut faire ce que certaines personnes lui ont permis.',
  'applications.isBlocked': 'Elle est bloquée : personne dans le portail ne peut la connecter.',
  'applications.cameBy.administrator': 'Approuvée par {name},',
  'applications.cameBy.onboarding': 'Approuvée lorsque {name} a créé le portail,',
  'applications.cameBy.operator': 'Approuvée par l’exploitant du service ({name}),',
  'applications.withdraw': 'Retirer l’approbation',
  'applications.withdrawTitle': 'Retirer l’approbation de {name}',
  'applications.withdrawText':
    'Tout ce qui repose sur l’approbation prend fin en une seconde. Ce que des personnes ont permis elles-mêmes reste.',
  'applications.withdrawn': 'L’approbation est retirée',
  'applications.peopleCount': {
    one: '{count} personne lui a donné accès.',
    other: '{count} personnes lui ont donné accès.',
  },
  'applications.nobody': 'Personne ne lui a donné accès.',
  'applications.disconnect': 'Déconnecter',
  'applications.disconnectPerson': 'Déconnecter {application} de {person}',
  'applications.disconnectPersonText':
    'Ce que {person} lui a permis prend fin en une seconde, avec tous les jetons. {person} peut l’autoriser de nouveau.',
  'applications.personDisconnected': 'La personne est déconnectée',
  'applications.disconnectAll': 'Déconnecter de tous',
  'applications.disconnectHint':
    'Met fin à son accès à ce portail. Les personnes peuvent l’autoriser de nouveau.',
  'applications.disconnectTitle': 'Déconnecter {name}',
  'applications.disconnectText': {
    one: 'L’approbation, les jetons et le consentement de {count} personne prennent fin en une seconde.',
    other: 'L’approbation, les jetons et les consentements de {count} personnes prennent fin en une seconde.',
  },
  'applications.disconnected': '{name} est déconnectée',
  'applications.blockHint':
    'La déconnecte, et personne dans le portail ne peut la connecter tant qu’elle est bloquée.',
  'applications.blockTitle': 'Bloquer {name}',
  'applications.blockText': {
    one: 'L’approbation, les jetons et le consentement de {count} personne prennent fin en une seconde. Personne ne peut la connecter tant que vous ne la débloquez pas.',
    other:
      'L’approbation, les jetons et les consentements de {count} personnes prennent fin en une seconde. Personne ne peut la connecter tant que vous ne la débloquez pas.',
  },
  'applications.blocked': '{name} est bloquée',
  'applications.unblock': 'Débloquer',
  'applications.unblockHint':
    'Les personnes peuvent la connecter de nouveau. Ce qui a pris fin avec le blocage le reste.',
  'applications.unblocked': '{name} n’est plus bloquée',
  'applications.switchOffHint':
    'Ses jetons prennent fin, et elle n’en obtient plus. Vous pourrez la réactiver.',
  'applications.switchOnHint': 'Elle peut de nouveau obtenir des jetons, avec le même secret.',
  'applications.switchOffTitle': 'Désactiver {name}',
  'applications.switchOffText':
    'Tous les jetons de {name} prennent fin en une seconde, et personne ne peut se connecter par elle.',
  'applications.isOff': '{name} est désactivée',
  'applications.isOn': '{name} est activée',
  'applications.addresses': 'Adresses de retour',
  'applications.token': 'Obtenir un jeton',
  'applications.tokenText':
    'Mettez dans CLIENT_SECRET le secret que vous avez conservé. S’il est perdu, remplacez-le plus bas, sous « Secret ».',
  'applications.addressesLabel': 'Adresses de redirection (redirect_uri), une par ligne',
  'applications.addressesHint':
    'Où les personnes reviennent après la connexion. La première vaut quand une requête n’en nomme aucune.',
  'applications.newAddressesHint':
    'Où les personnes reviennent après la connexion. Un programme qui n’appelle que l’API en a besoin aussi ; elle peut ne mener nulle part.',
  'applications.undo': 'Annuler',
  'applications.keys': 'Clés',
  'applications.keysText': 'Avec ces clés publiques, nous vérifions ce qu’elle signe (service_jwt).',
  'applications.noKeys':
    'Aucune clé. Elle n’en a besoin que pour obtenir des jetons pour des personnes par signature (service_jwt).',
  'applications.alg': 'Algorithme',
  'applications.keySince': 'Enregistrée',
  'applications.replaceKeys': 'Remplacer les clés…',
  'applications.replaceKeysTitle': 'Remplacer les clés',
  'applications.replaceKeysButton': 'Remplacer les clés',
  'applications.jwks': 'Clés publiques (JWK Set)',
  'applications.jwksHint':
    'Ces clés remplacent aussitôt toutes les précédentes. Ne collez jamais une clé privée.',
  'applications.secretText':
    'Il est montré une fois, à sa création. Pendant la mise en place d’un nouveau, l’ancien peut valoir pour une durée que vous choisissez.',
  'applications.secretOnce':
    'Enregistrez ce secret maintenant : il n’est affiché qu’ici. Votre programme obtient des jetons avec lui.',
  'applications.graceBoth':
    'Jusque-là, les deux sont valables. Donnez le nouveau à votre programme avant la fin. Un secret remplacé plus tôt cesse aussitôt.',
  'applications.graceNone':
    'Votre programme n’obtiendra pas de jeton tant qu’il n’a pas le nouveau secret. Choisissez cela si l’ancien a été divulgué.',
  'applications.newTitle': 'Nouvelle application',
  'applications.newText':
    'Elle appartient à ce portail et y agit comme administrateur. Tous les administrateurs en sont informés par e-mail.',
  'applications.nameHint': 'Les personnes le voient quand elles l’autorisent.',
  'applications.newSecretHint': 'Vous verrez ensuite le secret de l’application une seule fois.',
  'applications.created': 'Application créée',
  'applications.scope.account.read': 'Voir le portail, ses fonctions et son abonnement',
  'applications.scope.user.read': 'Voir les personnes et leurs données',
  'applications.scope.user.write': 'Créer et modifier des personnes',
  'applications.scope.user.login': 'Créer des liens de connexion pour des personnes',
  'applications.scope.user.login.me': 'Créer des liens de connexion pour vous-même',
  'applications.scope.portal.read': 'Voir la configuration du portail',
  'applications.scope.portal.write': 'Modifier la configuration du portail et créer des portails',
  'applications.scope.lo.read': 'Rechercher et voir les contenus de formation',
  'applications.scope.lo.write': 'Créer et modifier des contenus et des collections',
  'applications.scope.enrollment.read': 'Voir les inscriptions et l’historique de formation',
  'applications.scope.enrollment.write': 'Inscrire des personnes et modifier des inscriptions',
  'applications.scope.webhook.read': 'Voir les webhooks et leurs envois',
  'applications.scope.webhook.write': 'Créer et modifier des webhooks',
  'applications.scope.app.read': 'Voir les applications OAuth',
  'applications.scope.app.write': 'Créer et modifier des applications OAuth',
  'applications.scope.group.read': 'Voir les groupes',
  'applications.scope.group.write': 'Modifier les groupes',
  'applications.scope.audit.read': 'Voir le journal d’audit du portail',
  'applications.scope.usage.read': 'Voir les requêtes d’API refusées',
};
