import type { webhooksEn } from '../en/webhooks.js';
import type { CatalogueText } from '../format-text.js';

export const webhooksDe: Record<keyof typeof webhooksEn, CatalogueText> = {
  'webhooks.title': 'Webhooks',
  'webhooks.intro': 'Ihre Adressen, an die wir Ereignisse senden.',
  'webhooks.full':
    'Ein Portal hat höchstens fünf Webhooks. Löschen Sie einen, um Platz für einen anderen zu schaffen.',
  'webhooks.create': 'Webhook anlegen',
  'webhooks.none': 'Noch kein Webhook',
  'webhooks.firstStep':
    'Legen Sie einen an, und wir senden Ihnen ein Ereignis, wenn sich etwas ändert: eine Einschreibung, eine Person, ein Lernobjekt.',
  'webhooks.state.open': 'Eingeschaltet',
  'webhooks.state.failing': 'Fehlerhaft',
  'webhooks.state.parked': 'Geparkt',
  'webhooks.state.disabled': 'Ausgeschaltet',
  'webhooks.state.paused': 'Angehalten',
  'webhooks.why.failing': {
    one: 'Der letzte Versuch schlug fehl.',
    other: 'Die letzten {count} Versuche schlugen hintereinander fehl.',
  },
  'webhooks.why.parked': {
    one: 'Nach einem Fehler geparkt: Nur je eine Zustellung prüft, ob der Empfänger wieder antwortet. Dann wird alles Wartende gesendet.',
    other:
      'Nach {count} Fehlern hintereinander geparkt: Nur je eine Zustellung prüft, ob der Empfänger wieder antwortet. Dann wird alles Wartende gesendet.',
  },
  'webhooks.why.disabled':
    'Es wird nichts gesendet. Schalten Sie ihn in den Einstellungen ein; Verworfenes kann dann noch einmal gesendet werden.',
  'webhooks.why.paused':
    'Ein Betreiber des Dienstes hat ihn angehalten. Nichts geht verloren; fragen Sie uns, wann es weitergeht.',
  'webhooks.failingSince': 'Erster Fehler',
  'webhooks.nextTry': 'Nächster Versuch',
  'webhooks.tryNow': 'Jetzt versuchen',
  'webhooks.eventCount': {
    one: '{count} Ereignisart',
    other: '{count} Ereignisarten',
  },
  'webhooks.noEvents': 'Keine Ereignisse',
  'webhooks.lastSuccess': 'Letzter Erfolg',
  'webhooks.nothingSent': 'Nichts gesendet',
  'webhooks.waitingCount': {
    one: '{count} Zustellung',
    other: '{count} Zustellungen',
  },
  'webhooks.oldest': 'älteste',
  'webhooks.group.enrollment': 'Einschreibungen',
  'webhooks.group.user': 'Personen',
  'webhooks.group.lo': 'Inhalte',
  'deliveries.title': 'Zustellungen',
  'deliveries.webhook': 'Webhook',
  'deliveries.filters': 'Zustellungen filtern',
  'deliveries.anyTime': 'Letzte 30 Tage',
  'deliveries.last.1h': 'Letzte Stunde',
  'deliveries.last.24h': 'Letzte 24 Stunden',
  'deliveries.last.7d': 'Letzte 7 Tage',
  'deliveries.exact': 'Genau …',
  'deliveries.from': 'Von',
  'deliveries.to': 'Bis',
  'deliveries.time': 'Zeit',
  'deliveries.state.waiting': 'Wartend',
  'deliveries.state.retrying': 'Wird wiederholt',
  'deliveries.state.delivered': 'Zugestellt',
  'deliveries.state.failed': 'Fehlgeschlagen',
  'deliveries.state.dropped': 'Verworfen',
  'deliveries.type': 'Ereignisart',
  'deliveries.eventId': 'Ereigniskennung',
  'deliveries.answer': 'Antwort',
  'deliveries.tries': 'Versuche',
  'deliveries.further': 'Weiter zurück suchen',
  'deliveries.none': 'Keine Zustellungen in den letzten 30 Tagen',
  'deliveries.firstStep':
    'Senden Sie mit dem Knopf oben ein Testereignis und sehen Sie, was Ihr Empfänger antwortet.',
  'deliveries.noMatch': 'Keine Zustellung passt',
  'deliveries.looked': 'Die neuesten Zustellungen sind durchsucht; es gibt ältere.',
  'deliveries.error.address_refused': 'Adresse abgelehnt',
  'deliveries.error.connection_failed': 'Keine Verbindung',
  'deliveries.error.tls_failed': 'TLS fehlgeschlagen',
  'deliveries.error.timeout': 'Keine rechtzeitige Antwort',
  'deliveries.error.invalid_response': 'Unlesbare Antwort',
  'deliveries.error.payload_unreadable': 'Unser Fehler: Inhalt unlesbar',
  'deliveries.error.secret_unreadable': 'Unser Fehler: Geheimnis unlesbar',
  'deliveries.advice.address_refused':
    'Die Adresse ist privat, oder ihr Name führt zu einer privaten. Geben Sie dem Webhook eine Adresse, die aus dem Internet erreichbar ist.',
  'deliveries.advice.connection_failed':
    'Dort antwortet nichts, oder eine Firewall steht dazwischen. Prüfen Sie, ob der Empfänger läuft und sein Port offen ist.',
  'deliveries.advice.tls_failed':
    'Das Zertifikat gilt nicht für diesen Namen, ist abgelaufen, oder ein Zwischenzertifikat fehlt. Erneuern Sie es und senden Sie die ganze Kette.',
  'deliveries.advice.expired': 'Das Zertifikat ist abgelaufen. Erneuern Sie es.',
  'deliveries.advice.self_signed':
    'Das Zertifikat ist selbst ausgestellt. Verwenden Sie eines von einer öffentlichen Zertifizierungsstelle.',
  'deliveries.advice.host_mismatch':
    'Das Zertifikat gilt für andere Namen als diesen Host. Verwenden Sie eines für diesen Host, oder berichtigen Sie die Adresse.',
  'deliveries.advice.incomplete_chain':
    'Der Empfänger sendet die Zwischenzertifikate nicht mit. Senden Sie die ganze Kette.',
  'deliveries.advice.timeout':
    'Der Empfänger antwortete nicht innerhalb von 15 Sekunden. Speichern Sie das Ereignis, antworten Sie sofort und arbeiten Sie danach.',
  'deliveries.advice.invalid_response':
    'Was zurückkam, ist kein HTTP. Prüfen Sie, ob der Port zu einem Webserver gehört.',
  'deliveries.advice.payload_unreadable':
    'Durch einen Fehler bei uns wurde nichts gesendet. Nennen Sie uns die Ereigniskennung.',
  'deliveries.advice.secret_unreadable':
    'Durch einen Fehler bei uns wurde nichts gesendet. Erneuern Sie das Geheimnis, oder nennen Sie uns die Ereigniskennung.',
  'deliveries.advice.3xx':
    'Weiterleitungen wird nicht gefolgt. Geben Sie dem Webhook die endgültige Adresse.',
  'deliveries.advice.redirect':
    'Der Empfänger leitet an {host} weiter; dem wird nicht gefolgt. Geben Sie dem Webhook die endgültige Adresse.',
  'deliveries.advice.401':
    'Der Empfänger weist uns ab. Prüfen Sie, ob er die Signatur über den unveränderten Inhalt und mit dem Geheimnis dieses Webhooks prüft.',
  'deliveries.advice.404':
    'Der Empfänger kennt diesen Pfad nicht. Berichtigen Sie die Adresse in den Einstellungen.',
  'deliveries.advice.410':
    'Der Empfänger sagt, dass es ihn nicht mehr gibt; das schaltet den Webhook aus. Schalten Sie ihn in den Einstellungen ein, wenn das falsch war.',
  'deliveries.advice.4xx':
    'Der Empfänger lehnt die Anfrage ab. Seine Antwort sagt vielleicht, warum; jeder Status 2xx heißt, dass er das Ereignis hat.',
  'deliveries.advice.5xx': 'Der Empfänger ist ausgefallen. Suchen Sie diese Zeit in seinem Protokoll.',
  'delivery.attempt': 'Versuch {number}',
  'delivery.noAttempt': 'Noch kein Versuch.',
  'delivery.probe': 'Probe',
  'delivery.answer': 'Was der Empfänger antwortete',
  'delivery.request': 'Anfrage',
  'delivery.headers': 'Kopfzeilen',
  'delivery.body': 'Inhalt',
  'delivery.asSent': 'Wie gesendet zeigen',
  'delivery.formatted': 'Formatiert zeigen',
  'delivery.noBody': 'Der Inhalt wird nicht mehr aufbewahrt.',
  'delivery.sequence': 'Laufende Nummer',
  'delivery.queued': 'Eingereiht',
  'delivery.sendAgain': 'Noch einmal senden',
  'delivery.sentAgain': 'Es wird noch einmal gesendet',
  'delivery.disabled': 'Der Webhook ist ausgeschaltet: Schalten Sie ihn ein, um noch einmal zu senden.',
  'delivery.repeat': 'Als Befehl',
  'delivery.curlHint': 'Dieselbe Anfrage ohne Signatur, für einen Empfänger auf Ihrem eigenen Rechner.',
  'delivery.verify': 'Prüfen',
  'delivery.verifyHint':
    'So prüft Ihr Empfänger mit dem Geheimnis des Webhooks, dass eine Zustellung von uns kommt.',
  'test.button': 'Test senden',
  'test.title': 'Testereignis',
  'test.text': 'Ein webhook.test geht an {url}; schlägt er fehl, ändert das nichts.',
  'test.again': 'Noch einen senden',
  'test.detail': 'Die ganze Zustellung sehen',
  'replay.button': 'Erneut senden …',
  'replay.title': 'Zustellungen erneut senden',
  'replay.text':
    'Sendet die Zustellungen eines Zeitraums noch einmal, mit denselben Kennungen und Inhalten. Zuerst zählen wir sie.',
  'replay.window': 'Der Anfang muss vor dem Ende liegen, und der Zeitraum darf höchstens 30 Tage umfassen.',
  'replay.states': 'Nur Zustellungen im Zustand',
  'replay.types': 'Nur Ereignisse dieser Arten',
  'replay.withoutType': 'Ohne {type}',
  'replay.count': 'Zählen',
  'replay.counted': {
    one: '{count} Zustellung passt.',
    other: '{count} Zustellungen passen.',
  },
  'replay.nothing':
    'Keine Zustellung passt. Wählen Sie einen anderen Zeitraum, andere Zustände oder andere Arten.',
  'replay.waiting': {
    one: '{count} weitere Zustellung wartet oder wird wiederholt und wird ohnehin gesendet.',
    other: '{count} weitere Zustellungen warten oder werden wiederholt und werden ohnehin gesendet.',
  },
  'replay.send': {
    one: '{count} noch einmal senden',
    other: '{count} noch einmal senden',
  },
  'replay.done': {
    one: '{count} Zustellung wird noch einmal gesendet',
    other: '{count} Zustellungen werden noch einmal gesendet',
  },
  'form.newTitle': 'Neuer Webhook',
  'form.urlHint': 'Aus dem Internet erreichbar, mit gültigem Zertifikat.',
  'form.insecure': 'Bei http kann jeder unterwegs die Ereignisse lesen. Verwenden Sie https, wo es geht.',
  'form.events': 'Ereignisse',
  'form.secretHint': 'Wir erzeugen das Geheimnis, das die Zustellungen signiert, und zeigen es einmal.',
  'form.flag.create': 'Angelegt',
  'form.flag.update': 'Geändert',
  'form.flag.delete': 'Gelöscht',
  'form.flag.content_update': 'Katalog geändert',
  'secret.name': 'Geheimnis',
  'secret.created': 'Webhook angelegt',
  'secret.rotated': 'Neues Geheimnis',
  'secret.text':
    'Speichern Sie dieses Geheimnis jetzt: Es wird nur hier gezeigt. Ihr Empfänger prüft damit Zustellungen.',
  'secret.stored': 'Ich habe es gespeichert',
  'settings.title': 'Einstellungen',
  'settings.edit': 'Adresse und Ereignisse',
  'settings.readOnly': 'Sie können diesen Webhook lesen, aber nicht ändern.',
  'rotate.title': 'Geheimnis erneuern',
  'rotate.text':
    'Für eine Zeit, die Sie wählen, tragen Zustellungen Signaturen mit dem alten und dem neuen Geheimnis, damit Ihr Empfänger ohne Lücke wechseln kann.',
  'rotate.unsigned':
    'Zustellungen sind nicht signiert, weil dieser Webhook kein Geheimnis hat. Erzeugen Sie eines, damit Ihr Empfänger unsere Anfragen von anderen unterscheiden kann.',
  'rotate.button': 'Erneuern …',
  'rotate.make': 'Neues Geheimnis erzeugen',
  'rotate.overlap': 'Das alte Geheimnis gilt noch',
  'rotate.overlap.none': 'gar nicht mehr',
  'rotate.overlap.hour': 'eine Stunde',
  'rotate.overlap.day': 'einen Tag',
  'rotate.overlap.week': 'eine Woche',
  'rotate.both': 'Bis dahin gelten beide. Geben Sie Ihrem Empfänger das neue, bevor die Zeit um ist.',
  'rotate.atOnce':
    'Ihr Empfänger weist unsere Zustellungen ab, bis er das neue Geheimnis hat. Wählen Sie das, wenn das alte bekannt wurde.',
  'rotate.until': 'Das alte Geheimnis gilt bis',
  'switch.disable': 'Ausschalten',
  'switch.enable': 'Einschalten',
  'switch.disableText':
    'Es wird nichts mehr gesendet, und Wartendes wird verworfen. Ist der Webhook wieder eingeschaltet, kann es noch einmal gesendet werden.',
  'switch.enableText': 'Neue Ereignisse werden wieder gesendet, zuerst eines, das den Empfänger prüft.',
  'switch.ends': {
    one: '{count} wartende Zustellung an {url} wird sofort verworfen, und es entstehen keine neuen.',
    other: '{count} wartende Zustellungen an {url} werden sofort verworfen, und es entstehen keine neuen.',
  },
  'switch.enabled': 'Der Webhook ist eingeschaltet',
  'switch.disabled': 'Der Webhook ist ausgeschaltet',
  'remove.title': 'Webhook löschen',
  'remove.text':
    'Der Webhook und die Liste seiner Zustellungen enden sofort. Das lässt sich nicht rückgängig machen.',
  'remove.ends': {
    one: 'Er endet sofort, samt {count} wartender Zustellung und der Liste aller Zustellungen. Das lässt sich nicht rückgängig machen.',
    other:
      'Er endet sofort, samt {count} wartenden Zustellungen und der Liste aller Zustellungen. Das lässt sich nicht rückgängig machen.',
  },
  'remove.repeat': 'Zur Bestätigung die Adresse eingeben',
  'remove.button': 'Löschen',
  'remove.done': 'Der Webhook ist gelöscht',
  'statistics.title': 'Statistik',
  'statistics.period': 'Zeitraum',
  'statistics.period.24h': '24 Stunden',
  'statistics.period.7d': '7 Tage',
  'statistics.period.30d': '30 Tage',
  'statistics.period.365d': 'Ein Jahr',
  'statistics.none': 'In dieser Zeit wurde nichts gesendet',
  'statistics.noneText': 'Wählen Sie einen längeren Zeitraum oder senden Sie ein Testereignis.',
  'statistics.summary': {
    one: '{count} Zustellung kam an, {failed} schlugen fehl: {rate} kamen an.',
    other: '{count} Zustellungen kamen an, {failed} schlugen fehl: {rate} kamen an.',
  },
  'statistics.noEnd': 'Noch ist keine Zustellung zu Ende: Alle werden noch versucht.',
  'statistics.latency': 'Antwortzeit',
  'statistics.slowest': 'Im langsamsten Abschnitt kamen 95 von 100 Antworten in {duration} oder weniger.',
  'statistics.p50': 'Die Hälfte in',
  'statistics.p95': '95 % in',
  'statistics.answers': 'Antworten',
  'statistics.attempts': 'Versuche',
};
