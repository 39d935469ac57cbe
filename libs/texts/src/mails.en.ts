/** English texts of mails; the other languages have the same keys. */
export const mailsEn = {
  'mail.greeting': 'Hello {name},',
  'mail.greeting.unnamed': 'Hello,',
  'mail.ignore': 'If you did not expect this e-mail, you can ignore it.',
  'mail.notYou': 'If this was not you, set a new password at once: {forgotten}',
  'mail.login.subject': 'Your access to “{portal}”',
  'mail.login.text':
    'An account has been created for you in “{portal}”. Set your password with this link, which works for 24 hours:',
  'mail.login.button': 'Set my password',
  'mail.invitation.subject': 'Invitation to “{portal}”',
  'mail.invitation.text':
    'You have been invited to “{portal}”. To accept or decline, sign in with the password you already have:',
  'mail.invitation.button': 'See the invitation',
  'mail.new-portal.subject': 'Your portal “{portal}”',
  'mail.new-portal.text':
    'The portal “{portal}” is ready, and you are its administrator. Sign in with the password you already have:',
  'mail.new-portal.button': 'Sign in',
  'mail.password-reset.subject': 'Set a new password',
  'mail.password-reset.text':
    'Somebody, probably you, asked for a new password. Set it with this link, which works for one hour:',
  'mail.password-reset.button': 'Set a new password',
  'mail.password-changed.subject': 'Your password was changed',
  'mail.password-changed.text':
    'Your password has just been changed. You have been signed out of all sessions and applications.',
  'mail.second-factor-on.subject': 'Your second factor was turned on',
  'mail.second-factor-on.text':
    'From now on you will be asked for a code from your authenticator app after your password.',
  'mail.second-factor-off.subject': 'Your second factor was turned off',
  'mail.second-factor-off.text': 'From now on your password alone is enough to sign in.',
  'mail.recovery-codes.subject': 'You have new recovery codes',
  'mail.recovery-codes.text':
    'New recovery codes have been created for your second factor. The old ones no longer work.',
  'mail.second-factor-guessed.subject': 'Wrong codes were entered for your account',
  'mail.second-factor-guessed.text':
    'Somebody who got as far as the question for your second factor, which takes your password or a login link, has entered a wrong code ten times in a day. Nobody has got in with these.',
  'mail.webhook-parked.subject': 'One of your webhooks is failing',
  'mail.webhook-parked.text':
    'The webhook {webhook_id} to {url} has been failing since {failing_since}. Nothing is lost: its deliveries wait, and one at a time is tried until the receiver answers again. If it keeps failing for five days, it is switched off. Once you have repaired the receiver, send a test from the console, and the deliveries continue immediately.',
  'mail.webhook-disabled.subject': 'One of your webhooks has been switched off',
  'mail.webhook-disabled.text':
    'The webhook {webhook_id} to {url} has been failing since {failing_since} and has been switched off. Once it works again, the failed deliveries can be sent again.',
  'mail.application-approved.subject': 'An application has been approved for “{portal}”',
  'mail.application-approved.text':
    '“{administrator}” has approved the application “{client}” for “{portal}”. The applications page shows what it may do; any administrator can withdraw the approval there.',
  'mail.application-approved.text.you':
    'You have approved the application “{client}” for “{portal}”. The applications page shows what it may do; you or any other administrator can withdraw the approval there.',
  'mail.application-approved.button': 'See all applications',
  'mail.secret-rotated.subject': 'An application of “{portal}” has a new secret',
  'mail.secret-rotated.text':
    '“{administrator}” has rotated the secret of the application “{client}” of “{portal}”. Anyone who has the new secret can act as an administrator. If none of you planned this, disconnect the application on the applications page.',
  'mail.secret-rotated.text.you':
    'You have rotated the secret of the application “{client}” of “{portal}”. Anyone who has the new secret can act as an administrator. If it was not you, disconnect the application on the applications page and set a new password at once.',
  'mail.secret-rotated.text.operator':
    'The operator of this service has rotated the secret of the application “{client}” of “{portal}”. Anyone who has the new secret can act as an administrator. If none of you asked for this, disconnect the application on the applications page and ask the operator.',
  'mail.secret-rotated.button': 'See all applications',
  'mail.keys-replaced.subject': 'An application of “{portal}” has new keys',
  'mail.keys-replaced.text':
    '“{administrator}” has replaced the public keys of the application “{client}” of “{portal}”. Anyone who has the matching private keys can act on behalf of your people. If none of you planned this, disconnect the application on the applications page.',
  'mail.keys-replaced.text.you':
    'You have replaced the public keys of the application “{client}” of “{portal}”. Anyone who has the matching private keys can act on behalf of your people. If it was not you, disconnect the application on the applications page and set a new password at once.',
  'mail.keys-replaced.text.operator':
    'The operator of this service has registered public keys for the application “{client}” of “{portal}”. Anyone who has the matching private keys can act on behalf of your people. If none of you asked for this, disconnect the application on the applications page and ask the operator.',
  'mail.keys-replaced.button': 'See all applications',
  'mail.redirect-uri-changed.subject': 'An application of “{portal}” has a new address',
  'mail.redirect-uri-changed.text':
    '“{administrator}” has changed the redirect addresses of the application “{client}” of “{portal}”. People who sign in to it can now be sent elsewhere ({host}). If none of you planned this, disconnect the application on the applications page.',
  'mail.redirect-uri-changed.text.you':
    'You have changed the redirect addresses of the application “{client}” of “{portal}”. People who sign in to it can now be sent elsewhere ({host}). If it was not you, disconnect the application on the applications page and set a new password at once.',
  'mail.redirect-uri-changed.text.operator':
    'The operator of this service has changed the redirect addresses of the application “{client}” of “{portal}”. People who sign in to it can now be sent elsewhere ({host}). If none of you asked for this, disconnect the application on the applications page and ask the operator.',
  'mail.redirect-uri-changed.button': 'See all applications',
  'mail.new-client.button': 'See all applications',
  'mail.new-client.subject': 'A new application has been connected to “{portal}”',
  'mail.new-client.text':
    '“{administrator}” has connected the application “{client}” ({host}) to “{portal}”. It acts as an administrator until it is removed. If you did not know about this, ask the person who connected it.',
  'mail.new-client.text.you':
    'You have connected the application “{client}” ({host}) to “{portal}”. It acts as an administrator until it is removed. If it was not you, disconnect it on the applications page and set a new password at once.',
  'mail.new-client.text.operator':
    'The operator of this service has connected the application “{client}” to “{portal}”. It acts as an administrator until it is removed. If none of you asked for this, disconnect it on the applications page and ask the operator.',
};
