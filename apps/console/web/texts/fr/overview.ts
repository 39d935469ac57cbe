import type { overviewEn } from '../en/overview.js';
import type { CatalogueText } from '../format-text.js';

export const overviewFr: Record<keyof typeof overviewEn, CatalogueText> = {
  'overview.title': 'Vue d’ensemble',
  'overview.health': 'Tout va bien ?',
  'overview.arrived': 'Livraisons arrivées, dernières 24 heures',
  'overview.parked': 'Webhooks mis de côté',
  'overview.invited': 'Personnes invitées, jamais connectées',
  'overview.overdue': 'Inscriptions en retard',
  'overview.nearLimits': 'Limites utilisées à plus de 80 %',
  'overview.unread': 'non disponible',
  'overview.guides': 'Guides',
  'overview.apiReference': 'Référence de l’API',
  'overview.authReference': 'Référence OAuth',
  'overview.apiStatus': 'État de l’API',
  'overview.authStatus': 'État d’OAuth',
  'overview.enrollments': 'Inscriptions des 30 derniers jours',
  'overview.enrollmentsSummary': '{created} inscriptions ont été créées, {completed} terminées.',
  'overview.created': 'Créées',
  'overview.completed': 'Terminées',
  'overview.day': 'Jour',
  'overview.noWebhooks': 'Pas encore de webhook : rien n’est livré.',
  'overview.health.good': 'Arrivent',
  'overview.lastSuccess': 'Dernier succès :',
  'overview.never': 'jamais',
  'overview.failures': { one: '{count} échec', other: '{count} échecs de suite' },
  'overview.limits': 'Limites presque atteintes',
  'overview.noLimits': 'Aucune limite n’est utilisée à plus de 80 %.',
  'overview.resets': 'recommence',
  'firstSteps.title': 'Premiers pas',
  'firstSteps.count': '{done} sur {count} faits',
  'firstSteps.hide': 'Masquer',
  'firstSteps.done': '(fait)',
  'firstSteps.application': 'Créer une application',
  'firstSteps.applicationText':
    'Elle donne à votre programme un identifiant client et un secret. Le secret est montré une fois : gardez-le dans CLIENT_SECRET pour la suite.',
  'firstSteps.token': 'Obtenir un jeton',
  'firstSteps.tokenText':
    'Mettez dans CLIENT_SECRET le secret que vous avez conservé ; la page de l’application en donne un nouveau. Cette page avance d’elle-même dès qu’un jeton est émis.',
  'firstSteps.webhook': 'Créer un webhook',
  'firstSteps.webhookText':
    'Nous envoyons un événement à votre adresse quand quelque chose change. Ici dans la console, ou avec le jeton :',
  'firstSteps.delivery': 'Recevoir une livraison',
  'firstSteps.deliveryText':
    'Envoyez un événement de test. L’étape est faite quand votre destinataire répond par 2xx.',
  'firstSteps.person': 'Créer une personne',
  'firstSteps.personText': 'Votre premier apprenant : celui-ci ne reçoit pas d’e-mail.',
};
