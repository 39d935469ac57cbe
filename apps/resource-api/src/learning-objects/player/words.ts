const words = {
  en: {
    next: 'Next',
    finish: 'Finish',
    open: 'Open',
    check: 'Check answers',
    done: 'Finished',
    back: 'Back',
    score: 'Score',
    part: 'Part',
    unchecked:
      'Your answers could not be checked, because the service cannot be reached. Check your connection, then try again.',
    tooOften: 'These answers have been checked too often. Wait an hour, then try again.',
    ended: 'Your answers can no longer be checked: this page has expired. Open the course again.',
    expired: 'This page has expired. Open the course again.',
    unreachable: 'The course cannot be reached',
    unreachableWhy:
      'The learning service does not answer, or your network does not let it through. Your progress so far is kept.',
    notRecorded:
      'Your learning platform does not record this course. You can take it, but your progress will not be kept.',
    retry: 'Try again',
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
    unchecked:
      'Ihre Antworten konnten nicht geprüft werden, weil der Dienst nicht erreichbar ist. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tooOften:
      'Diese Antworten wurden zu oft geprüft. Warten Sie eine Stunde und versuchen Sie es dann noch einmal.',
    ended:
      'Ihre Antworten können nicht mehr geprüft werden: Diese Seite ist abgelaufen. Öffnen Sie den Kurs noch einmal.',
    expired: 'Diese Seite ist abgelaufen. Öffnen Sie den Kurs noch einmal.',
    unreachable: 'Der Kurs ist nicht erreichbar',
    unreachableWhy:
      'Der Lerndienst antwortet nicht, oder Ihr Netzwerk lässt ihn nicht durch. Ihr bisheriger Fortschritt bleibt erhalten.',
    notRecorded:
      'Ihre Lernplattform zeichnet diesen Kurs nicht auf. Sie können ihn bearbeiten, aber Ihr Fortschritt bleibt nicht erhalten.',
    retry: 'Noch einmal versuchen',
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
    unchecked:
      'Vos réponses n’ont pas pu être vérifiées, car le service est injoignable. Vérifiez votre connexion, puis réessayez.',
    tooOften: 'Ces réponses ont été vérifiées trop souvent. Attendez une heure, puis réessayez.',
    ended: 'Vos réponses ne peuvent plus être vérifiées : cette page a expiré. Ouvrez de nouveau le cours.',
    expired: 'Cette page a expiré. Ouvrez de nouveau le cours.',
    unreachable: 'Le cours est injoignable',
    unreachableWhy:
      'Le service de formation ne répond pas, ou votre réseau le bloque. Votre progression est conservée.',
    notRecorded:
      'Votre plateforme de formation n’enregistre pas ce cours. Vous pouvez le suivre, mais votre progression ne sera pas conservée.',
    retry: 'Réessayer',
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
    unchecked:
      'No se han podido comprobar sus respuestas porque no se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
    tooOften: 'Estas respuestas se han comprobado demasiadas veces. Espere una hora e inténtelo de nuevo.',
    ended: 'Sus respuestas ya no se pueden comprobar: esta página ha caducado. Abra el curso de nuevo.',
    expired: 'Esta página ha caducado. Abra el curso de nuevo.',
    unreachable: 'No se puede acceder al curso',
    unreachableWhy:
      'El servicio de formación no responde o su red lo bloquea. Su progreso hasta ahora se conserva.',
    notRecorded:
      'Su plataforma de formación no registra este curso. Puede hacerlo, pero su progreso no se conservará.',
    retry: 'Intentar de nuevo',
  },
};
export type PlayerWords = (typeof words)['en'];

/** The player's texts in the language of the content, or in English. */
export const playerWords = (language: string): PlayerWords =>
  words[language.slice(0, 2) as keyof typeof words] ?? words.en;
