import type { addressEn } from './address.en.js';

export const addressFr: Record<keyof typeof addressEn, string> = {
  'proof.title': 'Confirmer votre adresse e-mail',
  'proof.forPortal':
    '{portal} exige un second facteur de ses administrateurs. Avant d’en configurer un, confirmez que votre adresse e-mail est bien la vôtre.',
  'proof.forLink':
    'Ce portail exige un second facteur de ses administrateurs. Avant d’en configurer un, confirmez que votre adresse e-mail est bien la vôtre.',
  'proof.how':
    'Nous vous enverrons par e-mail un lien pour choisir votre propre mot de passe. Vous pourrez ensuite configurer le second facteur, et vous reviendrez là où vous alliez.',
  'proof.kept':
    'Cette adresse a été abandonnée il y a quelques jours seulement et reste réservée à son ancien compte tant que le changement peut être annulé. Réessayez dans sept jours.',
  'name.title': 'Votre nom',
  'name.text':
    'Les portails qui vous connaissent sous ce nom verront le nouveau. Un portail qui vous a donné un autre nom le garde.',
  'name.first': 'Prénom',
  'name.last': 'Nom de famille',
  'name.change': 'Changer de nom',
  'name.save': 'Enregistrer',
  'name.malformed': 'Ce n’est pas un nom que nous puissions utiliser.',
  'address.title': 'Votre adresse e-mail',
  'address.now': 'Vous vous connectez avec {email}.',
  'address.text':
    'Pour vous connecter avec une autre adresse, saisissez-la ici. Nous y enverrons un lien ; rien ne change tant que vous ne l’avez pas utilisé.',
  'address.new': 'Nouvelle adresse e-mail',
  'address.change': 'Changer d’adresse',
  'address.malformed': 'Ce n’est pas une adresse e-mail que nous puissions utiliser.',
  'address.same': 'C’est déjà votre adresse.',
  'address.sent':
    'Un e-mail est en route vers {email}. Ouvrez le lien qu’il contient dans un navigateur où votre session est ouverte ; il est valable une heure.',
  'address.pending':
    'Votre changement vers {email} attend que vous utilisiez le lien que nous y avons envoyé.',
  'address.cancel': 'Annuler le changement',
  'address.confirm.title': 'Changer d’adresse e-mail',
  'address.confirm.text':
    'Désormais, vous vous connecterez avec {email} et non plus avec {former}, et vos portails verront la nouvelle adresse.',
  'address.confirm.effects':
    'Vos sessions dans les autres navigateurs prendront fin. Nous enverrons à {former} un lien qui permet d’annuler le changement pendant sept jours.',
  'address.confirm.offers':
    'Les invitations que vous n’avez pas encore acceptées ont été envoyées à {former} et restent liées à cette adresse. Acceptez d’abord celles que vous voulez garder :',
  'address.confirm.offers.show': 'Voir mes invitations',
  'address.confirm.button': 'Utiliser la nouvelle adresse',
  'address.done': 'Votre adresse a été changée. Vous vous connectez maintenant avec {email}.',
  'address.linkDead':
    'Ce lien a expiré ou a déjà servi, ou le changement a été annulé. Vous pouvez en demander un nouveau sur la page de votre compte.',
  'address.signInFirst':
    'Connectez-vous dans ce navigateur avec votre adresse actuelle, puis ouvrez de nouveau le lien de l’e-mail.',
  'address.taken':
    'Cette adresse ne peut pas être utilisée : elle appartient à un autre compte ou a été abandonnée il y a quelques jours seulement.',
  'address.undo.title': 'Récupérer votre adresse',
  'address.undo.text':
    'L’adresse e-mail de votre compte n’est plus {email}. Pour annuler ce changement, choisissez un nouveau mot de passe. Vous vous connecterez de nouveau avec {email}, et toutes les autres sessions et applications seront déconnectées. Un second facteur configuré après le changement, ou dans les sept jours qui l’ont précédé, sera supprimé ; un facteur plus ancien sera conservé et vous sera demandé à la connexion.',
  'address.undo.button': 'Annuler le changement',
  'address.undo.done':
    'Votre adresse a été rétablie, et toutes les sessions ont pris fin. Connectez-vous avec votre nouveau mot de passe.',
  'address.undo.linkDead':
    'Ce lien a expiré ou a déjà servi. Un changement d’adresse peut être annulé pendant sept jours.',
  'merge.title': 'Fusionner deux comptes',
  'merge.open': 'Fusionner un autre de vos comptes avec celui-ci',
  'merge.text':
    'Si vous avez un second compte avec une autre adresse, il peut être intégré à celui-ci. Connectez-vous ici à cet autre compte :',
  'merge.same': 'C’est le compte auquel votre session est déjà ouverte.',
  'merge.what': '{other} sera intégré à {email}.',
  'merge.portals': 'Ces portails passeront à {email} :',
  'merge.portals.none': 'L’autre compte n’appartient à aucun portail.',
  'merge.effects':
    'Vous ne pourrez plus vous connecter avec {other} : le mot de passe, le second facteur et toutes les sessions de ce compte prendront fin, et les applications devront vous redemander l’accès. Le mot de passe et le second facteur de {email} restent inchangés. Cette opération est irréversible.',
  'merge.both':
    'Les deux comptes appartiennent à {portals}. Une personne ne peut figurer qu’une fois sur un portail ; faites-y d’abord retirer l’un des deux.',
  'merge.recent':
    'L’adresse de l’un des deux comptes a été changée il y a moins de sept jours. Vous pourrez les fusionner lorsque ce changement ne pourra plus être annulé.',
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
  'merge.done': 'Les comptes ont été fusionnés. Vous accédez à tous vos portails avec {email}.',
  'mail.address-change.subject': 'Confirmez votre nouvelle adresse e-mail',
  'mail.address-change.text':
    'Quelqu’un, sans doute vous, souhaite se connecter désormais avec cette adresse. Confirmez-le avec ce lien, dans un navigateur où votre session est ouverte ; il est valable une heure :',
  'mail.address-change.button': 'Utiliser cette adresse',
  'mail.address-taken.subject': 'Quelqu’un a demandé à utiliser votre adresse e-mail',
  'mail.address-taken.text':
    'Quelqu’un, peut-être vous, a demandé à utiliser cette adresse pour un autre compte. Elle appartient déjà à un compte ou a été abandonnée il y a quelques jours seulement ; rien n’a donc été changé. Si c’était vous et que vous avez deux comptes, connectez-vous : vous pouvez les fusionner sur la page de votre compte.',
  'mail.address-taken.button': 'Se connecter',
  'mail.address-changed.subject': 'Votre adresse e-mail a été changée',
  'mail.address-changed.text':
    'Votre compte a maintenant une autre adresse e-mail, et vous ne pouvez plus vous connecter avec celle-ci. Si ce n’était pas vous, récupérez votre adresse avec ce lien. Il est valable sept jours, met fin à toutes les sessions et vous demande un nouveau mot de passe :',
  'mail.address-changed.button': 'Annuler le changement',
  'mail.address-undone.subject': 'Le changement de votre adresse e-mail a été annulé',
  'mail.address-undone.text':
    'Votre compte a de nouveau son ancienne adresse e-mail, et vous ne pouvez plus vous connecter avec celle-ci.',
  'mail.merge-accounts.subject': 'Confirmez que votre compte doit être intégré à un autre',
  'mail.merge-accounts.text':
    'Quelqu’un qui connaît votre mot de passe demande à fusionner ce compte avec un autre. Si c’était vous, confirmez-le avec ce lien, dans le navigateur où vous l’avez demandé ; il est valable une demi-heure :',
  'mail.merge-accounts.button': 'Continuer la fusion',
  'mail.accounts-merged.subject': 'Votre compte a été fusionné avec un autre',
  'mail.accounts-merged.text':
    'Votre compte a été intégré à un autre, dans un navigateur où quelqu’un s’était connecté aux deux. Vous accédez maintenant à vos portails par cet autre compte et ne pouvez plus vous connecter avec cette adresse. Si ce n’était pas vous, prévenez immédiatement les administrateurs de vos portails.',
};
