/** English texts about a person's own address: proving, changing and merging. */
export const addressEn = {
  'proof.title': 'Prove your e-mail address',
  'proof.forPortal':
    '{portal} asks its administrators for a second factor. Before you set one up, prove that your e-mail address is yours.',
  'proof.forLink':
    'This portal asks its administrators for a second factor. Before you set one up, prove that your e-mail address is yours.',
  'proof.how':
    'We mail you a link with which you choose a password of your own. After that you set up the second factor, and come back to where you were going.',
  'proof.kept':
    'This address was given up only a few days ago, and is kept for its former account until that change can no longer be undone. Try again after seven days.',
  'address.title': 'Your e-mail address',
  'address.now': 'You sign in as {email}.',
  'address.text':
    'To sign in with another address, enter it here. We mail it a link, and nothing changes until you have used that link.',
  'address.new': 'New e-mail address',
  'address.change': 'Change the address',
  'address.malformed': 'This is not an e-mail address that we can use.',
  'address.same': 'This is the address that you already have.',
  'address.sent':
    'A mail is on its way to {email}. Open its link in a browser in which you are signed in; it works for one hour.',
  'address.pending': 'A change to {email} waits until you use the link that we mailed there.',
  'address.cancel': 'Cancel the change',
  'address.confirm.title': 'Change your e-mail address',
  'address.confirm.text':
    'From now on you sign in as {email} instead of {former}, and your portals see the new address.',
  'address.confirm.effects':
    'You are signed out of your other browsers. {former} gets a mail with which the change can be undone for seven days.',
  'address.confirm.button': 'Use the new address',
  'address.done': 'Your address is changed: you sign in as {email} now.',
  'address.linkDead':
    'This link has expired or was used already, or the change was cancelled. Ask for a new one on your account page.',
  'address.signInFirst':
    'Sign in with your present address in this browser, then open the link in the mail once more.',
  'address.taken':
    'This address cannot be used: it belongs to another account, or was given up only a few days ago.',
  'address.undo.title': 'Take your address back',
  'address.undo.text':
    'The address of your account was changed from {email} to another one. Choose a new password to undo that: you sign in as {email} again, and everybody else is signed out, applications too. A second factor that was set up after the change is removed.',
  'address.undo.button': 'Undo the change',
  'address.undo.done':
    'You have your address back. Everybody was signed out everywhere; sign in with the new password.',
  'address.undo.linkDead':
    'This link has expired or was used already. A change of an address can be undone for seven days.',
  'merge.title': 'Merge two accounts',
  'merge.open': 'Merge another account of yours into this one',
  'merge.text':
    'If you have a second account under another address, it can become part of this one. Sign in to the other account here:',
  'merge.same': 'This is the account that you are signed in to.',
  'merge.what': '{other} becomes part of {email}.',
  'merge.portals': 'These portals move to {email}:',
  'merge.portals.none': 'The other account belongs to no portal.',
  'merge.effects':
    'After that you can no longer sign in as {other}: the password, the second factor and all sessions of that account end, and applications have to ask you again. Password and second factor of {email} stay. This cannot be undone.',
  'merge.both':
    'Both accounts belong to {portals}. One person can be in a portal only once, so have one of the two removed there first.',
  'merge.recent':
    'The address of one of the two accounts was changed less than seven days ago. They can be merged once that change can no longer be undone.',
  'merge.submit': 'Merge the accounts',
  'merge.done': 'The accounts are merged: you reach all your portals as {email}.',
  'mail.address-change.subject': 'Confirm your new e-mail address',
  'mail.address-change.text':
    'somebody, probably you, asked to sign in with this address from now on. Confirm that with this link, in a browser in which you are signed in; it works for one hour:',
  'mail.address-change.button': 'Use this address',
  'mail.address-taken.subject': 'Your e-mail address was asked for',
  'mail.address-taken.text':
    'somebody, perhaps you, asked to use this address for another account. It belongs to an account already, or was given up only a few days ago, so nothing was changed. If it was you, and you have two accounts, sign in: your account page can merge them.',
  'mail.address-taken.button': 'Sign in',
  'mail.address-changed.subject': 'Your e-mail address was changed',
  'mail.address-changed.text':
    'your account has another e-mail address now, and you no longer sign in with this one. If it was not you who changed it, take your address back with this link. It works for seven days, signs everybody out and asks you for a new password:',
  'mail.address-changed.button': 'Undo the change',
  'mail.address-undone.subject': 'A change of your e-mail address was undone',
  'mail.address-undone.text':
    'your account has its former e-mail address again, and you no longer sign in with this one.',
  'mail.accounts-merged.subject': 'Your account was merged into another one',
  'mail.accounts-merged.text':
    'your account became part of another one, in a browser in which somebody had signed in to both. You reach your portals through that account now, and no longer sign in with this address. If it was not you, tell the administrators of your portals at once.',
};
