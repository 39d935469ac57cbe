import type { auditLogEn } from '../en/audit-log.js';
import type { CatalogueText } from '../format-text.js';

export const auditLogDe: Record<keyof typeof auditLogEn, CatalogueText> = {
  'audit.title': 'Protokoll',
  'audit.intro':
    'Was in diesem Portal getan wurde, von wem und von wo. Einträge bleiben 400 Tage lang erhalten.',
  'audit.export': 'Als CSV exportieren',
  'audit.filters': 'Filter des Protokolls',
  'audit.event': 'Ereignis',
  'audit.actor': 'Person',
  'audit.nobody': 'Niemand',
  'audit.user': 'Nummer der Person',
  'audit.application': 'Anwendung',
  'audit.origin': 'Von',
  'audit.details': 'Einzelheiten',
  'audit.time': 'Zeit',
  'audit.timeIn': 'Zeit ({zone})',
  'audit.from': 'Nach',
  'audit.to': 'Vor',
  'audit.more': 'Mehr anzeigen',
  'audit.clear': 'Filter zurücksetzen',
  'audit.none': 'Es wurde noch nichts getan',
  'audit.noMatch': 'Kein Eintrag passt',
};
