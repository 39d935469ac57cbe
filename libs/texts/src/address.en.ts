/** English texts about a person's own name and address: proving, changing and merging. */
export const addressEn = {
  'proof.title': 'Confirm your e-mail address',
  'proof.forPortal':
    '{portal} requires its administrators to use a second factor. Before you set one up, confirm that your e-mail address is yours.',
  'proof.forLink':
    'This portal requires its administrators to use a second factor. Before you set one up, confirm that your e-mail address is yours.',
  'proof.how':
    'We will email you a link for choosing a password of your own. You can then set up the second factor, and you will be brought back to where you were going.',
  'proof.kept':
    'This address was given up only a few days ago and is reserved for its former account until that change can no longer be undone. Try again in seven days.',
  'name.title': 'Your name',
  'name.text':
    'Portals that know you by this name will see the new one. A portal that has given you another name keeps it.',
  'name.first': 'First name',
  'name.last': 'Last name',
  'name.change': 'Change your name',
  'name.save': 'Save',
  'name.malformed': 'This is not a name that we can use.',
  'address.title': 'Your e-mail address',
  'address.now': 'You sign in as {email}.',
  'address.text':
    'To sign in with a different address, enter it here. We will email a link to it, and nothing will change until you have used that link.',
  'address.new': 'New e-mail address',
  'address.change': 'Change your address',
  'address.malformed': 'This is not an e-mail address that we can use.',
  'address.same': 'This is already your address.',
  'address.sent':
    'An e-mail is on its way to {email}. Open its link in a browser in which you are signed in; it works for one hour.',
  'address.pending': 'Your change to {email} is waiting for you to use the link that we emailed there.',
  'address.cancel': 'Cancel the change',
  'address.confirm.title': 'Change your e-mail address',
  'address.confirm.text':
    'From now on you will sign in as {email} instead of {former}, and your portals will see the new address.',
  'address.confirm.effects':
    'You will be signed out of your other browsers. We will email {former} a link that can undo the change for seven days.',
  'address.confirm.offers':
    'Invitations that you have not accepted yet were sent to {former} and stay with that address. Accept those that you want to keep first:',
  'address.confirm.offers.show': 'Show my invitations',
  'address.confirm.button': 'Use the new address',
  'address.done': 'Your address has been changed. You now sign in as {email}.',
  'address.linkDead':
    'This link has expired or has already been used, or the change was cancelled. You can request a new one on your account page.',
  'address.signInFirst':
    'Sign in with your current address in this browser, then open the link in the e-mail again.',
  'address.taken':
    'This address cannot be used: it belongs to another account, or was given up only a few days ago.',
  'address.undo.title': 'Take your address back',
  'address.undo.text':
    'The e-mail address of your account is no longer {email}. To undo that change, choose a new password. You will sign in as {email} again, and every other session and application will be signed out. A second factor that was set up after the change, or in the seven days before it, will be removed; an older one stays, and you will be asked for it when you sign in.',
  'address.undo.button': 'Undo the change',
  'address.undo.done':
    'Your address has been restored, and all sessions have been signed out. Sign in with your new password.',
  'address.undo.linkDead':
    'This link has expired or has already been used. A change of address can be undone for seven days.',
  'merge.title': 'Merge two accounts',
  'merge.open': 'Merge another account of yours into this one',
  'merge.text':
    'If you have a second account with a different address, you can make it part of this one. Sign in to that other account here:',
  'merge.same': 'This is the account that you are already signed in to.',
  'merge.what': '{other} will become part of {email}.',
  'merge.portals': 'These portals will move to {email}:',
  'merge.portals.none': 'The other account does not belong to any portal.',
  'merge.effects':
    'You will no longer be able to sign in as {other}: its password, its second factor and all its sessions will end, and applications will have to ask you again. The password and second factor of {email} stay as they are. This cannot be undone.',
  'merge.both':
    'Both accounts belong to {portals}. One person can be in a portal only once, so ask for one of the two accounts to be removed there first.',
  'merge.recent':
    'The address of one of the two accounts was changed less than seven days ago. You can merge them once that change can no longer be undone.',
  'merge.mail':
    'First we will email {other} a link, to make sure that it is your address. Open it in this browser within half an hour.',
  'merge.ask': 'Email the link',
  'merge.sent':
    'An e-mail is on its way to {other}. Open its link in this browser; it works for half an hour. Nothing will change until you have used it.',
  'merge.elsewhere':
    'This link works only in the browser in which you asked to merge the two accounts, while you are still signed in there.',
  'merge.linkDead':
    'This link has expired or has already been used, or you have signed in again since. Start again on your account page.',
  'merge.submit': 'Merge the accounts',
  'merge.done': 'The accounts have been merged. You can reach all your portals as {email}.',
  'mail.address-change.subject': 'Confirm your new e-mail address',
  'mail.address-change.text':
    'Somebody, probably you, wants to use this address to sign in from now on. To confirm, open this link in a browser in which you are signed in. The link works for one hour:',
  'mail.address-change.button': 'Use this address',
  'mail.address-taken.subject': 'Somebody asked to use your e-mail address',
  'mail.address-taken.text':
    'Somebody, perhaps you, asked to use this address for a different account. It already belongs to an account, or was given up only a few days ago, so nothing has been changed. If it was you and you have two accounts, sign in: you can merge them on your account page.',
  'mail.address-taken.button': 'Sign in',
  'mail.address-changed.subject': 'Your e-mail address has been changed',
  'mail.address-changed.text':
    'Your account now has a different e-mail address, and you can no longer sign in with this one. If you did not change it, take your address back with this link. It works for seven days, signs everybody out and asks you for a new password:',
  'mail.address-changed.button': 'Undo the change',
  'mail.address-undone.subject': 'A change of your e-mail address has been undone',
  'mail.address-undone.text':
    'Your account has its former e-mail address again, and you can no longer sign in with this one.',
  'mail.merge-accounts.subject': 'Confirm that your account is to become part of another one',
  'mail.merge-accounts.text':
    'Somebody who knows your password wants to make this account part of another one. If it was you, confirm that with this link, in the browser in which you asked for it. The link works for half an hour:',
  'mail.merge-accounts.button': 'Continue with the merge',
  'mail.accounts-merged.subject': 'Your account has been merged into another one',
  'mail.accounts-merged.text':
    'Your account has become part of another one, in a browser in which somebody had signed in to both. You now reach your portals through that account, and can no longer sign in with this address. If this was not you, tell the administrators of your portals at once.',
};
