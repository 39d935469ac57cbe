import type { auditLogEn } from '../en/audit-log.js';
import type { CatalogueText } from '../format-text.js';

export const auditLogFr: Record<keyof typeof auditLogEn, CatalogueText> = {
  'audit.title': 'Journal d’audit',
  'audit.intro':
    'Ce qui a été fait dans ce portail, par qui et d’où. Les entrées sont conservées pendant 400 jours.',
  'audit.export': 'Exporter en CSV',
  'audit.filters': 'Filtres du journal',
  'audit.event': 'Événement',
  'audit.actor': 'Personne',
  'audit.nobody': 'Aucune',
  'audit.user': 'Numéro de la personne',
  'audit.application': 'Application',
  'audit.origin': 'Depuis',
  'audit.details': 'Détails',
  'audit.time': 'Heure',
  'audit.timeIn': 'Heure ({zone})',
  'audit.from': 'Après',
  'audit.to': 'Avant',
  'audit.more': 'Afficher plus',
  'audit.clear': 'Effacer les filtres',
  'audit.none': 'Rien n’a encore été fait',
  'audit.noMatch': 'Aucune entrée ne correspond',
};
