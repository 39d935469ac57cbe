import type { addressEn } from './address.en.js';

/** French texts about a person's own address. */
export const addressFr: Record<keyof typeof addressEn, string> = {
  'proof.title': 'Confirmer votre adresse e-mail',
  'proof.forPortal':
    "{portal} demande un second facteur à ses administrateurs. Avant d'en configurer un, confirmez que votre adresse e-mail vous appartient.",
  'proof.forLink':
    "Ce portail demande un second facteur à ses administrateurs. Avant d'en configurer un, confirmez que votre adresse e-mail vous appartient.",
  'proof.how':
    'Nous vous envoyons un lien qui vous permet de choisir votre propre mot de passe. Ensuite, vous configurez le second facteur et revenez là où vous alliez.',
  'proof.kept':
    'Cette adresse a été abandonnée il y a quelques jours seulement et reste réservée à son ancien compte tant que le changement peut être annulé. Réessayez dans sept jours.',
  'address.title': 'Votre adresse e-mail',
  'address.now': 'Vous vous connectez en tant que {email}.',
  'address.text':
    "Pour vous connecter avec une autre adresse, saisissez-la ici. Nous y envoyons un lien ; rien ne change tant que vous ne l'avez pas utilisé.",
  'address.new': 'Nouvelle adresse e-mail',
  'address.change': "Changer d'adresse",
  'address.malformed': 'Nous ne pouvons pas utiliser cette adresse e-mail.',
  'address.same': "C'est l'adresse que vous avez déjà.",
  'address.sent':
    'Un message est en route vers {email}. Ouvrez son lien dans un navigateur où vous êtes connecté ; il est valable une heure.',
  'address.pending': 'Un changement vers {email} attend que vous utilisiez le lien que nous y avons envoyé.',
  'address.cancel': 'Annuler le changement',
  'address.confirm.title': "Changer d'adresse e-mail",
  'address.confirm.text':
    'Désormais, vous vous connectez en tant que {email} et non plus {former}, et vos portails voient la nouvelle adresse.',
  'address.confirm.effects':
    'Vous êtes déconnecté de vos autres navigateurs. {former} reçoit un message qui permet d’annuler le changement pendant sept jours.',
  'address.confirm.offers':
    'Les invitations que vous n’avez pas encore acceptées ont été envoyées à {former} et restent liées à cette adresse. Acceptez d’abord celles que vous voulez garder :',
  'address.confirm.offers.show': 'Voir mes invitations',
  'address.confirm.button': 'Utiliser la nouvelle adresse',
  'address.done': 'Votre adresse est changée : vous vous connectez maintenant en tant que {email}.',
  'address.linkDead':
    'Ce lien a expiré ou a déjà été utilisé, ou le changement a été annulé. Demandez-en un nouveau sur la page de votre compte.',
  'address.signInFirst':
    'Connectez-vous dans ce navigateur avec votre adresse actuelle, puis ouvrez de nouveau le lien du message.',
  'address.taken':
    'Cette adresse ne peut pas être utilisée : elle appartient à un autre compte ou a été abandonnée il y a quelques jours seulement.',
  'address.undo.title': 'Récupérer votre adresse',
  'address.undo.text':
    "L'adresse de votre compte a été changée : ce n'est plus {email}. Choisissez un nouveau mot de passe pour annuler ce changement : vous vous connectez de nouveau en tant que {email}, et toute autre connexion prend fin, y compris celle des applications. Un second facteur configuré après le changement, ou dans les sept jours qui l’ont précédé, est supprimé ; un facteur plus ancien reste et vous est demandé à la connexion.",
  'address.undo.button': 'Annuler le changement',
  'address.undo.done':
    'Vous avez récupéré votre adresse. Toutes les connexions ont pris fin ; connectez-vous avec le nouveau mot de passe.',
  'address.undo.linkDead':
    "Ce lien a expiré ou a déjà été utilisé. Un changement d'adresse peut être annulé pendant sept jours.",
  'merge.title': 'Fusionner deux comptes',
  'merge.open': 'Fusionner un autre de vos comptes avec celui-ci',
  'merge.text':
    'Si vous avez un second compte sous une autre adresse, il peut être intégré à celui-ci. Connectez-vous ici à l’autre compte :',
  'merge.same': "C'est le compte auquel vous êtes connecté.",
  'merge.what': '{other} est intégré à {email}.',
  'merge.portals': 'Ces portails passent à {email} :',
  'merge.portals.none': "L'autre compte n'appartient à aucun portail.",
  'merge.effects':
    'Ensuite, vous ne pouvez plus vous connecter en tant que {other} : le mot de passe, le second facteur et toutes les sessions de ce compte prennent fin, et les applications doivent vous redemander l’accès. Le mot de passe et le second facteur de {email} restent. Cette opération est irréversible.',
  'merge.both':
    "Les deux comptes appartiennent à {portals}. Une personne ne peut figurer qu'une fois dans un portail ; faites d'abord retirer l'un des deux.",
  'merge.recent':
    "L'adresse de l'un des deux comptes a été changée il y a moins de sept jours. Ils pourront être fusionnés lorsque ce changement ne pourra plus être annulé.",
  'merge.mail':
    'Nous envoyons d’abord un lien à {other}, pour être sûrs que cette adresse est la vôtre. Ouvrez-le dans ce navigateur dans la demi-heure.',
  'merge.ask': 'Envoyer le lien',
  'merge.sent':
    'Un message est en route vers {other}. Ouvrez son lien dans ce navigateur ; il est valable une demi-heure. Rien ne change d’ici là.',
  'merge.elsewhere':
    'Ce lien ne fonctionne que dans le navigateur où vous avez demandé la fusion des deux comptes, tant que vous y êtes connecté.',
  'merge.linkDead':
    'Ce lien a expiré ou a déjà été utilisé, ou vous vous êtes reconnecté entre-temps. Recommencez sur la page de votre compte.',
  'merge.submit': 'Fusionner les comptes',
  'merge.done': 'Les comptes sont fusionnés : vous accédez à tous vos portails en tant que {email}.',
  'mail.address-change.subject': 'Confirmez votre nouvelle adresse e-mail',
  'mail.address-change.text':
    "Quelqu'un, sans doute vous, a demandé à se connecter désormais avec cette adresse. Confirmez-le avec ce lien, dans un navigateur où vous êtes connecté ; il est valable une heure :",
  'mail.address-change.button': 'Utiliser cette adresse',
  'mail.address-taken.subject': "Quelqu'un a demandé à utiliser votre adresse e-mail",
  'mail.address-taken.text':
    "Quelqu'un, peut-être vous, a demandé à utiliser cette adresse pour un autre compte. Elle appartient déjà à un compte ou a été abandonnée il y a quelques jours seulement ; rien n'a donc été changé. Si c'était vous et que vous avez deux comptes, connectez-vous : la page de votre compte permet de les fusionner.",
  'mail.address-taken.button': 'Se connecter',
  'mail.address-changed.subject': 'Votre adresse e-mail a été changée',
  'mail.address-changed.text':
    "Votre compte a maintenant une autre adresse e-mail, et vous ne vous connectez plus avec celle-ci. Si ce n'était pas vous, récupérez votre adresse avec ce lien. Il est valable sept jours, met fin à toutes les connexions et vous demande un nouveau mot de passe :",
  'mail.address-changed.button': 'Annuler le changement',
  'mail.address-undone.subject': 'Le changement de votre adresse e-mail a été annulé',
  'mail.address-undone.text':
    'Votre compte a de nouveau son ancienne adresse e-mail, et vous ne vous connectez plus avec celle-ci.',
  'mail.merge-accounts.subject': 'Confirmez que votre compte doit être intégré à un autre',
  'mail.merge-accounts.text':
    "Quelqu'un qui connaît votre mot de passe demande à fusionner ce compte avec un autre. Si c'était vous, confirmez-le avec ce lien, dans le navigateur où vous l'avez demandé ; il est valable une demi-heure :",
  'mail.merge-accounts.button': 'Continuer la fusion',
  'mail.accounts-merged.subject': 'Votre compte a été fusionné avec un autre',
  'mail.accounts-merged.text':
    "Votre compte a été intégré à un autre, dans un navigateur où quelqu'un s'était connecté aux deux. Vous accédez maintenant à vos portails par cet autre compte et ne vous connectez plus avec cette adresse. Si ce n'était pas vous, prévenez immédiatement les administrateurs de vos portails.",
};
