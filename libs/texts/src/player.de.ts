import type { playerEn } from './player.en.js';

export const playerDe: typeof playerEn = {
  'player.previewEnded.title': 'Diese Vorschau ist abgelaufen',
  'player.previewEnded.text':
    'Die Adresse einer Vorschau gilt 15 Minuten lang, nur unverändert und nur, solange Sie Zugang haben. Öffnen Sie die Vorschau noch einmal auf der Seite, von der Sie gekommen sind.',
  'player.packageEnded.title': 'Dieser Kurs kann nicht gestartet werden',
  'player.packageEnded.text':
    'Das Kurspaket gilt nicht mehr. Bitten Sie die Administration Ihres Lernportals um ein neues.',
  'player.gone.title': 'Nicht verfügbar',
  'player.gone.text': 'Dieser Inhalt ist nicht mehr verfügbar.',
  'player.busy.title': 'Zu viele Anfragen',
  'player.busy.text':
    'Aus Ihrem Netzwerk wurden in kurzer Zeit zu viele Seiten geöffnet. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
};
