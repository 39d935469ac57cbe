import type { collectionsEn } from '../en/collections.js';
import type { CatalogueText } from '../format-text.js';

export const collectionsFr: Record<keyof typeof collectionsEn, CatalogueText> = {
  'selections.title.collections': 'Collections',
  'selections.title.groups': 'Groupes de contenus',
  'selections.intro.collections': 'Une sélection d’objets d’apprentissage pour les personnes de ce portail.',
  'selections.intro.groups': 'Des objets d’apprentissage partagés avec les portails abonnés au groupe.',
  'selections.numbered.collections': 'Collection {id}',
  'selections.numbered.groups': 'Groupe de contenus {id}',
  'selections.owner': 'Appartient à',
  'selections.owner.own': 'Ce portail',
  'selections.owner.other': 'Un autre portail',
  'selections.default': 'Toujours là',
  'selections.since': 'Créé',
  'selections.subscribers':
    'Les portails abonnés voient ses contenus. L’exploitant du service décide lesquels ; l’API ne les énumère pas.',
  'selections.new.collections': 'Nouvelle collection',
  'selections.new.groups': 'Nouveau groupe de contenus',
  'selections.created': '« {title} » est créé',
  'selections.rename': 'Renommer',
  'selections.repeat': 'Écrivez le titre pour confirmer',
  'selections.deleted': '« {title} » est supprimé',
  'selections.noItems': 'Encore vide',
  'selections.add': 'Ajouter des contenus',
  'selections.added': {
    one: '{count} objet d’apprentissage est maintenant dans « {title} »',
    other: '{count} objets d’apprentissage sont maintenant dans « {title} »',
  },
  'selections.remove': 'Retirer',
  'selections.removeOne': 'Retirer : {title}',
  'selections.removed': '« {title} » n’y est plus',
  'selections.deleteTitle': 'Supprimer « {title} »',
  'selections.deleteEnds':
    'Elle prend fin aussitôt, pour tous : les portails qui ne voient ses contenus que par elle ne les voient plus. Ses objets d’apprentissage ({count}) et leurs inscriptions restent. Cela ne peut pas être annulé.',
  'selections.ownOnly': 'Seuls les contenus de ce portail peuvent être partagés.',
  'selections.removeEnds':
    '« {title} » n’est plus dans « {list} », aussitôt et pour tous : les portails qui ne le voient que par cette liste ne le voient plus. Il peut être ajouté à nouveau.',
};
