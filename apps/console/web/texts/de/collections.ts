import type { collectionsEn } from '../en/collections.js';
import type { CatalogueText } from '../format-text.js';

export const collectionsDe: Record<keyof typeof collectionsEn, CatalogueText> = {
  'selections.title.collections': 'Sammlungen',
  'selections.title.groups': 'Inhaltsgruppen',
  'selections.intro.collections': 'Eine Auswahl von Lernobjekten für die Personen dieses Portals.',
  'selections.intro.groups': 'Lernobjekte, die mit den Portalen geteilt werden, die die Gruppe abonnieren.',
  'selections.numbered.collections': 'Sammlung {id}',
  'selections.numbered.groups': 'Inhaltsgruppe {id}',
  'selections.owner': 'Gehört',
  'selections.owner.own': 'Diesem Portal',
  'selections.owner.other': 'Einem anderen Portal',
  'selections.default': 'Immer vorhanden',
  'selections.since': 'Angelegt',
  'selections.subscribers':
    'Portale, die sie abonnieren, sehen ihre Inhalte. Welche das sind, entscheidet der Betreiber des Dienstes; die API nennt sie nicht.',
  'selections.new.collections': 'Neue Sammlung',
  'selections.new.groups': 'Neue Inhaltsgruppe',
  'selections.created': '„{title}“ ist angelegt',
  'selections.rename': 'Umbenennen',
  'selections.repeat': 'Zur Bestätigung den Titel eingeben',
  'selections.deleted': '„{title}“ ist gelöscht',
  'selections.noItems': 'Noch nichts hier',
  'selections.add': 'Inhalte hinzufügen',
  'selections.added': {
    one: '{count} Lernobjekt ist jetzt in „{title}“',
    other: '{count} Lernobjekte sind jetzt in „{title}“',
  },
  'selections.remove': 'Herausnehmen',
  'selections.removeOne': 'Herausnehmen: {title}',
  'selections.removed': '„{title}“ ist nicht mehr darin',
  'selections.deleteTitle': '„{title}“ löschen',
  'selections.deleteEnds':
    'Sie endet sofort, für alle: Portale, die ihre Inhalte nur durch sie sehen, sehen diese nicht mehr. Die Lernobjekte darin ({count}) und ihre Einschreibungen bleiben. Das kann nicht rückgängig gemacht werden.',
  'selections.ownOnly': 'Nur Inhalte dieses Portals können geteilt werden.',
  'selections.removeEnds':
    '„{title}“ ist nicht mehr in „{list}“, sofort und für alle: Portale, die es nur durch diese Liste sehen, sehen es nicht mehr. Es kann wieder hinzugefügt werden.',
};
