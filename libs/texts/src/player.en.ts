/** Texts of the pages that show no content. */
export const playerEn = {
  'player.previewEnded.title': 'This preview has ended',
  'player.previewEnded.text':
    'A preview’s address works for 15 minutes, unaltered, and only while you have access. Open the preview again from the page you came from.',
  'player.packageEnded.title': 'This course cannot be started',
  'player.packageEnded.text':
    'The package is no longer valid. Ask the people who run your learning portal for a new one.',
  'player.gone.title': 'Not available',
  'player.gone.text': 'This content is no longer available.',
  'player.busy.title': 'Too many requests',
  'player.busy.text':
    'Your network has opened too many pages within a short time. Wait a minute, then try again.',
};
