import type { addressEn } from './address.en.js';

export const addressDe: Record<keyof typeof addressEn, string> = {
  'proof.title': 'E-Mail-Adresse bestätigen',
  'proof.forPortal':
    '{portal} verlangt von Administratoren einen zweiten Faktor. Bestätigen Sie zuerst, dass die E-Mail-Adresse Ihnen gehört.',
  'proof.forLink':
    'Dieses Portal verlangt von Administratoren einen zweiten Faktor. Bestätigen Sie zuerst, dass die E-Mail-Adresse Ihnen gehört.',
  'proof.how':
    'Wir schicken Ihnen per E-Mail einen Link, mit dem Sie ein eigenes Passwort wählen. Danach können Sie den zweiten Faktor einrichten und kommen dorthin zurück, wo Sie hinwollten.',
  'proof.kept':
    'Diese Adresse wurde erst vor wenigen Tagen aufgegeben und bleibt für ihr früheres Konto reserviert, bis sich die Änderung nicht mehr rückgängig machen lässt. Versuchen Sie es in sieben Tagen noch einmal.',
  'name.title': 'Ihr Name',
  'name.text':
    'Portale, die Sie unter diesem Namen kennen, sehen den neuen. Ein Portal, das Ihnen einen anderen Namen gegeben hat, behält ihn.',
  'name.first': 'Vorname',
  'name.last': 'Nachname',
  'name.change': 'Namen ändern',
  'name.save': 'Speichern',
  'name.malformed': 'Das ist kein Name, den wir verwenden können.',
  'address.title': 'Ihre E-Mail-Adresse',
  'address.now': 'Sie melden sich mit {email} an.',
  'address.text':
    'Wenn Sie sich mit einer anderen Adresse anmelden möchten, geben Sie sie hier ein. Wir schicken einen Link dorthin; bis Sie ihn verwendet haben, ändert sich nichts.',
  'address.new': 'Neue E-Mail-Adresse',
  'address.change': 'Adresse ändern',
  'address.malformed': 'Das ist keine E-Mail-Adresse, die wir verwenden können.',
  'address.same': 'Das ist bereits Ihre Adresse.',
  'address.sent':
    'Eine E-Mail an {email} ist unterwegs. Öffnen Sie den Link darin in einem Browser, in dem Sie angemeldet sind; er gilt eine Stunde.',
  'address.pending':
    'Ihre Änderung zu {email} wartet darauf, dass Sie den Link verwenden, den wir dorthin geschickt haben.',
  'address.cancel': 'Änderung abbrechen',
  'address.confirm.title': 'E-Mail-Adresse ändern',
  'address.confirm.text':
    'Von jetzt an melden Sie sich mit {email} statt mit {former} an, und Ihre Portale sehen die neue Adresse.',
  'address.confirm.effects':
    'In Ihren anderen Browsern werden Sie abgemeldet. An {former} schicken wir einen Link, mit dem sich die Änderung sieben Tage lang rückgängig machen lässt.',
  'address.confirm.offers':
    'Einladungen, die Sie noch nicht angenommen haben, gingen an {former} und bleiben bei dieser Adresse. Nehmen Sie vorher an, was Sie behalten möchten:',
  'address.confirm.offers.show': 'Einladungen ansehen',
  'address.confirm.button': 'Neue Adresse verwenden',
  'address.done': 'Ihre Adresse wurde geändert: Sie melden sich jetzt mit {email} an.',
  'address.linkDead':
    'Dieser Link ist abgelaufen oder wurde schon verwendet, oder die Änderung wurde abgebrochen. Auf Ihrer Kontoseite können Sie einen neuen anfordern.',
  'address.signInFirst':
    'Melden Sie sich in diesem Browser mit Ihrer bisherigen Adresse an und öffnen Sie dann den Link in der E-Mail noch einmal.',
  'address.taken':
    'Diese Adresse lässt sich nicht verwenden: Sie gehört zu einem anderen Konto oder wurde erst vor wenigen Tagen aufgegeben.',
  'address.undo.title': 'Adresse zurückholen',
  'address.undo.text':
    '{email} ist nicht mehr die E-Mail-Adresse Ihres Kontos. Wählen Sie ein neues Passwort, um diese Änderung rückgängig zu machen. Sie melden sich dann wieder mit {email} an, und alle anderen Sitzungen und Anwendungen werden abgemeldet. Ein zweiter Faktor, der nach der Änderung oder in den sieben Tagen davor eingerichtet wurde, wird entfernt; ein älterer bleibt und wird bei der Anmeldung verlangt.',
  'address.undo.button': 'Änderung rückgängig machen',
  'address.undo.done':
    'Ihre Adresse wurde wiederhergestellt, und alle Sitzungen wurden beendet. Melden Sie sich mit Ihrem neuen Passwort an.',
  'address.undo.linkDead':
    'Dieser Link ist abgelaufen oder wurde schon verwendet. Die Änderung einer Adresse lässt sich sieben Tage lang rückgängig machen.',
  'merge.title': 'Zwei Konten zusammenführen',
  'merge.open': 'Ein anderes Ihrer Konten mit diesem zusammenführen',
  'merge.text':
    'Wenn Sie ein zweites Konto mit einer anderen Adresse haben, kann es Teil dieses Kontos werden. Melden Sie sich hier bei dem anderen Konto an:',
  'merge.same': 'Das ist das Konto, bei dem Sie schon angemeldet sind.',
  'merge.what': '{other} wird Teil von {email}.',
  'merge.portals': 'Diese Portale gehen zu {email} über:',
  'merge.portals.none': 'Das andere Konto gehört zu keinem Portal.',
  'merge.effects':
    'Sie können sich dann nicht mehr mit {other} anmelden: Das Passwort, der zweite Faktor und alle Sitzungen dieses Kontos enden, und Anwendungen müssen Sie neu fragen. Passwort und zweiter Faktor von {email} bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
  'merge.both':
    'Beide Konten gehören zu {portals}. Eine Person kann nur einmal in einem Portal sein; lassen Sie dort zuerst eines der beiden entfernen.',
  'merge.recent':
    'Die Adresse eines der beiden Konten wurde vor weniger als sieben Tagen geändert. Sie können sie zusammenführen, sobald sich diese Änderung nicht mehr rückgängig machen lässt.',
  'merge.mail':
    'Zuerst schicken wir einen Link an {other}, um sicher zu sein, dass es Ihre Adresse ist. Öffnen Sie ihn innerhalb einer halben Stunde in diesem Browser.',
  'merge.ask': 'Link schicken',
  'merge.sent':
    'Eine E-Mail an {other} ist unterwegs. Öffnen Sie den Link darin in diesem Browser; er gilt eine halbe Stunde. Bis dahin ändert sich nichts.',
  'merge.elsewhere':
    'Dieser Link funktioniert nur in dem Browser, in dem Sie die beiden Konten zusammenführen wollten, und solange Sie dort angemeldet sind.',
  'merge.linkDead':
    'Dieser Link ist abgelaufen oder wurde schon benutzt, oder Sie haben sich inzwischen neu angemeldet. Beginnen Sie auf Ihrer Kontoseite von vorn.',
  'merge.submit': 'Konten zusammenführen',
  'merge.done': 'Die Konten wurden zusammengeführt. Sie erreichen alle Ihre Portale mit {email}.',
  'mail.address-change.subject': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'mail.address-change.text':
    'jemand, vermutlich Sie, möchte sich künftig mit dieser Adresse anmelden. Bestätigen Sie das mit diesem Link in einem Browser, in dem Sie angemeldet sind; er gilt eine Stunde:',
  'mail.address-change.button': 'Diese Adresse verwenden',
  'mail.address-taken.subject': 'Jemand wollte Ihre E-Mail-Adresse verwenden',
  'mail.address-taken.text':
    'jemand, vielleicht Sie, wollte diese Adresse für ein anderes Konto verwenden. Sie gehört schon zu einem Konto oder wurde erst vor wenigen Tagen aufgegeben; deshalb wurde nichts geändert. Falls Sie es waren und zwei Konten haben, melden Sie sich an: Auf Ihrer Kontoseite können Sie sie zusammenführen.',
  'mail.address-taken.button': 'Anmelden',
  'mail.address-changed.subject': 'Ihre E-Mail-Adresse wurde geändert',
  'mail.address-changed.text':
    'Ihr Konto hat jetzt eine andere E-Mail-Adresse, und mit dieser können Sie sich nicht mehr anmelden. Falls Sie das nicht waren, holen Sie Ihre Adresse mit diesem Link zurück. Er gilt sieben Tage, meldet alle ab und fragt Sie nach einem neuen Passwort:',
  'mail.address-changed.button': 'Änderung rückgängig machen',
  'mail.address-undone.subject': 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
  'mail.address-undone.text':
    'Ihr Konto hat wieder seine frühere E-Mail-Adresse, und mit dieser können Sie sich nicht mehr anmelden.',
  'mail.merge-accounts.subject': 'Bestätigen Sie, dass Ihr Konto Teil eines anderen werden soll',
  'mail.merge-accounts.text':
    'jemand, der Ihr Passwort kennt, möchte dieses Konto mit einem anderen zusammenführen. Falls Sie es waren, bestätigen Sie das mit diesem Link, und zwar in dem Browser, in dem Sie darum gebeten haben; er gilt eine halbe Stunde:',
  'mail.merge-accounts.button': 'Weiter zum Zusammenführen',
  'mail.accounts-merged.subject': 'Ihr Konto wurde mit einem anderen zusammengeführt',
  'mail.accounts-merged.text':
    'Ihr Konto ist Teil eines anderen geworden, und zwar in einem Browser, in dem sich jemand bei beiden angemeldet hatte. Ihre Portale erreichen Sie jetzt über das andere Konto; mit dieser Adresse können Sie sich nicht mehr anmelden. Falls Sie das nicht waren, wenden Sie sich sofort an die Administratoren Ihrer Portale.',
};
