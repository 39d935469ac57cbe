import type { applicationsEn } from '../en/applications.js';
import type { CatalogueText } from '../format-text.js';

export const applicationsDe: Record<keyof typeof applicationsEn, CatalogueText> = {
  'applications.title': 'Anwendungen',
  'applications.intro':
    'Programme mit Zugang zu diesem Portal: Ihre eigenen, und fremde, die das Portal oder seine Personen zugelassen haben.',
  'applications.create': 'Anwendung anlegen',
  'applications.approveOther': 'Anwendung freigeben …',
  'applications.kind': 'Art der Anwendung',
  'applications.kind.all': 'Alle',
  'applications.kind.own': 'Eigene',
  'applications.kind.connected': 'Verbundene',
  'applications.none': 'Noch keine Anwendung',
  'applications.firstStep': 'Legen Sie eine an, und Ihr Programm erhält Tokens für die API.',
  'applications.noneConnected': 'Keine verbundene Anwendung',
  'applications.howConnected':
    'Fremde Anwendungen erscheinen hier, wenn das Portal eine freigibt oder eine Person eine zulässt.',
  'applications.state.blocked': 'Gesperrt',
  'applications.state.off': 'Ausgeschaltet',
  'applications.state.on': 'Eingeschaltet',
  'applications.state.approved': 'Freigegeben',
  'applications.state.allowed': 'Von Personen zugelassen',
  'applications.lastUse': 'Letzte Nutzung',
  'applications.clientId': 'Client-ID',
  'applications.clientIdHint': 'Der Hersteller kennt sie.',
  'applications.madeBy': 'Angelegt von',
  'applications.readOnly': 'Sie können diese Anwendung sehen, aber nicht ändern.',
  'applications.farReaching': 'weitreichend',
  'applications.approval': 'Freigabe',
  'applications.approve': 'Freigeben',
  'applications.approveButton': 'Freigeben …',
  'applications.changeButton': 'Freigabe ändern …',
  'applications.approveNamed': '{name} freigeben',
  'applications.changeApproval': 'Was {name} darf',
  'applications.approvalText':
    'Eine Freigabe gilt für das ganze Portal. Sie ersetzt eine frühere; was sie nicht mehr erlaubt, endet sofort. Alle Administratoren erfahren es per Mail.',
  'applications.scopes': 'Zugriff',
  'applications.powers': 'Weitere Rechte',
  'applications.power.acts_for_people': 'Sie darf für Personen handeln, ohne sie zu fragen',
  'applications.power.for_administrators': 'Auch für Administratoren',
  'applications.power.makes_portals': 'Sie darf Portale unter diesem Vertriebspartner anlegen',
  'applications.approved': '{name} ist freigegeben',
  'applications.notApproved':
    'Das Portal hat sie nicht freigegeben. Sie kann, was einzelne Personen ihr erlaubt haben.',
  'applications.isBlocked': 'Sie ist gesperrt: Niemand im Portal kann sie verbinden.',
  'applications.cameBy.administrator': 'Freigegeben von {name},',
  'applications.cameBy.onboarding': 'Freigegeben, als {name} das Portal einrichtete,',
  'applications.cameBy.operator': 'Freigegeben vom Betreiber des Dienstes ({name}),',
  'applications.withdraw': 'Freigabe zurückziehen',
  'applications.withdrawTitle': 'Freigabe von {name} zurückziehen',
  'applications.withdrawText':
    'Alles, was auf der Freigabe beruht, endet binnen einer Sekunde. Was Personen selbst erlaubt haben, bleibt.',
  'applications.withdrawn': 'Die Freigabe ist zurückgezogen',
  'applications.peopleCount': {
    one: 'Eine Person hat ihr Zugang gegeben.',
    other: '{count} Personen haben ihr Zugang gegeben.',
  },
  'applications.nobody': 'Niemand hat ihr Zugang gegeben.',
  'applications.disconnect': 'Trennen',
  'applications.disconnectPerson': '{application} von {person} trennen',
  'applications.disconnectPersonText':
    'Was {person} ihr erlaubt hat, endet binnen einer Sekunde, mit allen Tokens. {person} kann sie wieder zulassen.',
  'applications.personDisconnected': 'Die Person ist getrennt',
  'applications.disconnectAll': 'Von allen trennen',
  'applications.disconnectHint':
    'Beendet ihren Zugang zu diesem Portal. Personen können sie wieder zulassen.',
  'applications.disconnectTitle': '{name} trennen',
  'applications.disconnectText': {
    one: 'Freigabe, Tokens und die Zustimmung einer Person enden binnen einer Sekunde.',
    other: 'Freigabe, Tokens und die Zustimmungen von {count} Personen enden binnen einer Sekunde.',
  },
  'applications.disconnected': '{name} ist getrennt',
  'applications.blockHint': 'Trennt sie, und niemand im Portal kann sie verbinden, bis sie entsperrt ist.',
  'applications.blockTitle': '{name} sperren',
  'applications.blockText': {
    one: 'Freigabe, Tokens und die Zustimmung einer Person enden binnen einer Sekunde. Niemand kann sie verbinden, bis Sie sie entsperren.',
    other:
      'Freigabe, Tokens und die Zustimmungen von {count} Personen enden binnen einer Sekunde. Niemand kann sie verbinden, bis Sie sie entsperren.',
  },
  'applications.blocked': '{name} ist gesperrt',
  'applications.unblock': 'Entsperren',
  'applications.unblockHint':
    'Personen können sie wieder verbinden. Was mit der Sperre endete, bleibt beendet.',
  'applications.unblocked': '{name} ist nicht mehr gesperrt',
  'applications.switchOffHint':
    'Ihre Tokens enden, und sie erhält keine neuen. Sie können sie wieder einschalten.',
  'applications.switchOnHint': 'Sie kann wieder Tokens erhalten, mit demselben Geheimnis.',
  'applications.switchOffTitle': '{name} ausschalten',
  'applications.switchOffText':
    'Alle Tokens von {name} enden binnen einer Sekunde, und Personen können sich nicht damit anmelden.',
  'applications.isOff': '{name} ist ausgeschaltet',
  'applications.isOn': '{name} ist eingeschaltet',
  'applications.addresses': 'Rücksprungadressen',
  'applications.token': 'Ein Token holen',
  'applications.tokenText':
    'Setzen Sie CLIENT_SECRET auf das Geheimnis, das Sie abgelegt haben. Ist es verloren, ersetzen Sie es unten unter „Geheimnis“.',
  'applications.addressesLabel': 'Rücksprungadressen (redirect_uri), eine je Zeile',
  'applications.addressesHint':
    'Wohin Personen nach der Anmeldung zurückkommen. Die erste gilt, wenn eine Anfrage keine nennt.',
  'applications.newAddressesHint':
    'Wohin Personen nach der Anmeldung zurückkommen. Auch ein Programm, das nur die API aufruft, braucht eine; sie muss nirgends hinführen.',
  'applications.undo': 'Verwerfen',
  'applications.keys': 'Schlüssel',
  'applications.keysText': 'Mit diesen öffentlichen Schlüsseln prüfen wir, was sie signiert (service_jwt).',
  'applications.noKeys':
    'Kein Schlüssel. Sie braucht nur einen, um Tokens für Personen durch Signaturen zu erhalten (service_jwt).',
  'applications.alg': 'Verfahren',
  'applications.keySince': 'Hinterlegt',
  'applications.replaceKeys': 'Schlüssel ersetzen …',
  'applications.replaceKeysTitle': 'Schlüssel ersetzen',
  'applications.replaceKeysButton': 'Schlüssel ersetzen',
  'applications.jwks': 'Öffentliche Schlüssel (JWK Set)',
  'applications.jwksHint':
    'Diese Schlüssel ersetzen alle früheren sofort. Fügen Sie nie einen privaten Schlüssel ein.',
  'applications.secretText':
    'Es wird einmal gezeigt, wenn es entsteht. Während ein neues verteilt wird, kann das alte noch eine Zeit gelten, die Sie wählen.',
  'applications.secretOnce':
    'Speichern Sie dieses Geheimnis jetzt: Es wird nur hier gezeigt. Ihr Programm erhält damit Tokens.',
  'applications.graceBoth':
    'Bis dahin gelten beide. Geben Sie Ihrem Programm das neue, bevor die Zeit um ist. Ein noch früheres gilt sofort nicht mehr.',
  'applications.graceNone':
    'Ihr Programm erhält keine Tokens, bis es das neue Geheimnis hat. Wählen Sie das, wenn das alte bekannt wurde.',
  'applications.newTitle': 'Neue Anwendung',
  'applications.newText':
    'Sie gehört zu diesem Portal und handelt dort als Administrator. Alle Administratoren erfahren es per Mail.',
  'applications.nameHint': 'Personen sehen ihn, wenn sie die Anwendung zulassen.',
  'applications.newSecretHint': 'Danach sehen Sie das Geheimnis der Anwendung nur einmal.',
  'applications.created': 'Anwendung angelegt',
  'applications.scope.account.read': 'Das Portal, seine Funktionen und seinen Tarif sehen',
  'applications.scope.user.read': 'Personen und ihre Angaben sehen',
  'applications.scope.user.write': 'Personen anlegen und ändern',
  'applications.scope.user.login': 'Anmeldelinks für Personen erstellen',
  'applications.scope.user.login.me': 'Anmeldelinks für Sie selbst erstellen',
  'applications.scope.portal.read': 'Die Einstellungen des Portals sehen',
  'applications.scope.portal.write': 'Die Einstellungen des Portals ändern und Portale anlegen',
  'applications.scope.lo.read': 'Lerninhalte suchen und sehen',
  'applications.scope.lo.write': 'Lerninhalte und Sammlungen anlegen und ändern',
  'applications.scope.enrollment.read': 'Einschreibungen und Lernverlauf sehen',
  'applications.scope.enrollment.write': 'Personen einschreiben und Einschreibungen ändern',
  'applications.scope.webhook.read': 'Webhooks und ihre Zustellungen sehen',
  'applications.scope.webhook.write': 'Webhooks anlegen und ändern',
  'applications.scope.app.read': 'OAuth-Anwendungen sehen',
  'applications.scope.app.write': 'OAuth-Anwendungen anlegen und ändern',
  'applications.scope.group.read': 'Gruppen sehen',
  'applications.scope.group.write': 'Gruppen ändern',
  'applications.scope.audit.read': 'Das Protokoll des Portals sehen',
  'applications.scope.usage.read': 'Abgelehnte API-Anfragen sehen',
};
