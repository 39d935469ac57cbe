const words = {
  en: {
    next: 'Next',
    finish: 'Finish',
    open: 'Open',
    check: 'Check answers',
    done: 'Finished',
    back: 'Back to where you came from',
    score: 'Score',
    part: 'Part',
  },
  de: {
    next: 'Weiter',
    finish: 'Beenden',
    open: 'Öffnen',
    check: 'Antworten prüfen',
    done: 'Beendet',
    back: 'Zurück',
    score: 'Punkte',
    part: 'Teil',
  },
  fr: {
    next: 'Suivant',
    finish: 'Terminer',
    open: 'Ouvrir',
    check: 'Vérifier les réponses',
    done: 'Terminé',
    back: 'Retour',
    score: 'Score',
    part: 'Partie',
  },
  es: {
    next: 'Siguiente',
    finish: 'Terminar',
    open: 'Abrir',
    check: 'Comprobar respuestas',
    done: 'Terminado',
    back: 'Volver',
    score: 'Puntos',
    part: 'Parte',
  },
};
export type PlayerWords = (typeof words)['en'];

/** The words of the player in the language of the content; English if there are none. */
export const playerWords = (language: string): PlayerWords =>
  words[language.slice(0, 2) as keyof typeof words] ?? words.en;
