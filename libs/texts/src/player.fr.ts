import type { playerEn } from './player.en.js';

/** French. */
export const playerFr: typeof playerEn = {
  'player.previewEnded.title': 'Cet aperçu a expiré',
  'player.previewEnded.text':
    'Son adresse fonctionne pendant 15 minutes, tant que vous y avez accès, et ne doit pas être modifiée. Ouvrez de nouveau l’aperçu là d’où vous venez.',
  'player.packageEnded.title': 'Ce cours ne peut pas démarrer',
  'player.packageEnded.text':
    'Ce module n’est plus valide. Demandez-en un nouveau à l’équipe qui administre votre portail de formation.',
  'player.gone.title': 'Indisponible',
  'player.gone.text': 'Ce contenu n’est plus disponible.',
};
