import type { homeEn } from './home.en.js';

export const homeDe: Record<keyof typeof homeEn, string> = {
  'home.auth.title': 'Anmeldedienst',
  'home.auth.text':
    'Hier melden sich Personen an, und hier bitten Anwendungen um Zugriff auf ein Lernportal. Normalerweise kommen Sie aus einer solchen Anwendung hierher und kehren danach zu ihr zurück.',
  'home.api.title': 'Schnittstelle für Anwendungen',
  'home.api.text':
    'Über diese Adresse finden Anwendungen Kurse, verwalten Personen und verfolgen deren Fortschritt. Eine Anmeldung gibt es hier nicht.',
  'home.people': 'Für Sie',
  'home.account': 'Ihr Konto: Portale, Anwendungen und Sitzungen',
  'home.forgotten': 'Neues Passwort festlegen',
  'home.developers': 'Für Entwicklerinnen und Entwickler',
  'home.docs': 'API-Dokumentation (Swagger UI)',
  'home.document': 'OpenAPI-Dokument',
  'home.metadata': 'Metadaten des Autorisierungsservers',
  'home.signIn': 'Zur Anmeldeseite',
  'home.portal.title': 'Willkommen bei {portal}',
  'home.portal.text':
    'Melden Sie sich an, um zu sehen, welche Anwendungen Zugriff auf Ihr Konto haben und wo Sie angemeldet sind.',
  'home.portal.frontEnd': 'Weiter zu {portal}',
  'home.portal.courses':
    'Ihre Kurse sind nicht unter dieser Adresse, sondern in der Anwendung, mit der Sie lernen. Die Einladung, die Sie per E-Mail bekommen haben, führt dorthin; sonst fragen Sie die Personen, die {portal} betreuen.',
  'home.noPortal':
    'Unter dieser Adresse gibt es kein Portal. Prüfen Sie die Schreibweise, oder fragen Sie die Person, von der Sie die Adresse haben.',
  'home.noPortal.link': 'Zur Anmeldeseite',
};
