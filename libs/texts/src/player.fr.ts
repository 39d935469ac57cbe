import type { playerEn } from './player.en.js';

export const playerFr: typeof playerEn = {
  'player.previewEnded.title': 'Cet aperçu a expiré',
  'player.previewEnded.text':
    'L’adresse d’un aperçu fonctionne pendant 15 minutes, sans modification, et seulement tant que vous y avez accès. Ouvrez de nouveau l’aperçu depuis la page d’où vous venez.',
  'player.packageEnded.title': 'Ce cours ne peut pas démarrer',
  'player.packageEnded.text':
    'Ce module n’est plus valide. Demandez-en un nouveau à l’équipe qui administre votre portail de formation.',
  'player.gone.title': 'Indisponible',
  'player.gone.text': 'Ce contenu n’est plus disponible.',
  'player.busy.title': 'Trop de requêtes',
  'player.busy.text':
    'Trop de pages ont été ouvertes depuis votre réseau en peu de temps. Attendez une minute, puis réessayez.',
};
