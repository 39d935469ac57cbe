/** Texts of the pages at `/`: of the two servers and of a portal's own host. */
export const homeEn = {
  'home.auth.title': 'Sign-in service',
  'home.auth.text':
    'This is where people sign in, and where applications ask for access to a learning portal. You normally come here from one of those applications and return to it afterwards.',
  'home.api.title': 'Interface for applications',
  'home.api.text':
    'Applications use this address to find courses, manage people and follow their progress. There is nothing to sign in to here.',
  'home.people': 'For you',
  'home.account': 'Your account: portals, applications and sessions',
  'home.forgotten': 'Set a new password',
  'home.developers': 'For developers',
  'home.docs': 'API documentation (Swagger UI)',
  'home.document': 'OpenAPI document',
  'home.metadata': 'Metadata of the authorization server',
  'home.signIn': 'Go to the sign-in page',
  'home.portal.title': 'Welcome to {portal}',
  'home.portal.text':
    'Sign in to see which applications have access to your account and where you are signed in.',
  'home.portal.frontEnd': 'Go to {portal}',
  'home.portal.courses':
    'Your courses are not at this address but in the application you use for learning. The mail that invited you leads there; otherwise, ask the people who run {portal}.',
  'home.noPortal':
    'There is no portal at this address. Check the spelling, or ask the person who gave you the address.',
  'home.noPortal.link': 'Go to the sign-in page',
};
