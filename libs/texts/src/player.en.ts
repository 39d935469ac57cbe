/** Texts of the pages that show no content. */
export const playerEn = {
  'player.previewEnded.title': 'This preview has ended',
  'player.previewEnded.text':
    'Its address works for 15 minutes, for as long as you have access, and may not be changed. Open the preview again from where you came from.',
  'player.packageEnded.title': 'This course cannot be started',
  'player.packageEnded.text':
    'The package is no longer valid. Ask the people who run your learning portal for a new one.',
  'player.gone.title': 'Not available',
  'player.gone.text': 'This content is no longer available.',
};
