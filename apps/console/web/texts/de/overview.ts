import type { overviewEn } from '../en/overview.js';
import type { CatalogueText } from '../format-text.js';

export const overviewDe: Record<keyof typeof overviewEn, CatalogueText> = {
  'overview.title': 'Übersicht',
  'overview.health': 'Ist alles in Ordnung?',
  'overview.arrived': 'Angekommene Zustellungen, letzte 24 Stunden',
  'overview.parked': 'Geparkte Webhooks',
  'overview.invited': 'Eingeladene, die sich nie angemeldet haben',
  'overview.overdue': 'Überfällige Einschreibungen',
  'overview.nearLimits': 'Grenzen, die zu über 80 % ausgeschöpft sind',
  'overview.unread': 'nicht verfügbar',
  'overview.guides': 'Anleitungen',
  'overview.apiReference': 'API-Referenz',
  'overview.authReference': 'OAuth-Referenz',
  'overview.apiStatus': 'Status der API',
  'overview.authStatus': 'Status von OAuth',
  'overview.enrollments': 'Einschreibungen der letzten 30 Tage',
  'overview.enrollmentsSummary': '{created} Einschreibungen wurden angelegt, {completed} abgeschlossen.',
  'overview.created': 'Angelegt',
  'overview.completed': 'Abgeschlossen',
  'overview.day': 'Tag',
  'overview.noWebhooks': 'Noch kein Webhook: Es wird nichts zugestellt.',
  'overview.health.good': 'Kommen an',
  'overview.lastSuccess': 'Letzter Erfolg:',
  'overview.never': 'nie',
  'overview.failures': { one: 'ein Fehler', other: '{count} Fehler hintereinander' },
  'overview.limits': 'Fast erreichte Grenzen',
  'overview.noLimits': 'Keine Grenze ist zu mehr als 80 % ausgeschöpft.',
  'overview.resets': 'beginnt neu',
  'firstSteps.title': 'Erste Schritte',
  'firstSteps.count': '{done} von {count} erledigt',
  'firstSteps.hide': 'Ausblenden',
  'firstSteps.done': '(erledigt)',
  'firstSteps.application': 'Eine Anwendung anlegen',
  'firstSteps.applicationText':
    'Sie gibt Ihrem Programm eine Client-ID und ein Geheimnis. Das Geheimnis wird einmal gezeigt: Bewahren Sie es für die nächsten Schritte in CLIENT_SECRET auf.',
  'firstSteps.token': 'Ein Token holen',
  'firstSteps.tokenText':
    'Setzen Sie CLIENT_SECRET auf das Geheimnis, das Sie abgelegt haben; auf der Seite der Anwendung gibt es ein neues. Diese Seite geht von selbst weiter, sobald ein Token ausgestellt ist.',
  'firstSteps.webhook': 'Einen Webhook anlegen',
  'firstSteps.webhookText':
    'Wir senden ein Ereignis an Ihre Adresse, wenn sich etwas ändert. Hier in der Konsole, oder mit dem Token:',
  'firstSteps.delivery': 'Eine Zustellung empfangen',
  'firstSteps.deliveryText':
    'Senden Sie ein Testereignis. Der Schritt ist getan, wenn Ihr Empfänger mit 2xx antwortet.',
  'firstSteps.person': 'Eine Person anlegen',
  'firstSteps.personText': 'Ihre erste lernende Person: Diese erhält keine Mail.',
};
