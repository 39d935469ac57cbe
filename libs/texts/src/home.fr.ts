import type { homeEn } from './home.en.js';

export const homeFr: Record<keyof typeof homeEn, string> = {
  'home.auth.title': 'Service de connexion',
  'home.auth.text':
    'C’est ici que l’on se connecte et que les applications demandent l’accès à un portail de formation. Vous arrivez normalement depuis l’une de ces applications et vous y revenez ensuite.',
  'home.api.title': 'Interface pour les applications',
  'home.api.text':
    'Les applications passent par cette adresse pour trouver des cours, gérer des personnes et suivre leur progression. Il n’y a pas de connexion ici.',
  'home.people': 'Pour vous',
  'home.account': 'Votre compte : portails, applications et sessions',
  'home.forgotten': 'Définir un nouveau mot de passe',
  'home.developers': 'Pour les développeurs',
  'home.docs': 'Documentation de l’API (Swagger UI)',
  'home.document': 'Document OpenAPI',
  'home.metadata': 'Métadonnées du serveur d’autorisation',
  'home.signIn': 'Aller à la page de connexion',
  'home.portal.title': 'Bienvenue sur {portal}',
  'home.portal.text':
    'Connectez-vous pour voir quelles applications ont accès à votre compte et où vos sessions sont ouvertes.',
  'home.portal.frontEnd': 'Aller sur {portal}',
  'home.portal.courses':
    'Vos cours ne sont pas à cette adresse, mais dans l’application que vous utilisez pour apprendre. Le courriel d’invitation y mène ; sinon, adressez-vous aux responsables de {portal}.',
  'home.noPortal':
    'Il n’y a pas de portail à cette adresse. Vérifiez l’orthographe ou demandez à la personne qui vous a donné l’adresse.',
  'home.noPortal.link': 'Aller à la page de connexion',
};
