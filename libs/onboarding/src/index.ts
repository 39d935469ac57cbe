export * from './new-portal.js';
export * from './onboarding.js';
export * from './onboarding.module.js';
export * from './onboarding.policy.js';
export { OnboardingQueries } from './onboarding.queries.js';
export {
  onboardingGrants,
  ONBOARDING_ANSWER_CONTEXT,
  ONBOARDING_GRANT_SECONDS,
  storeOnboardingGrant,
} from './onboarding-grant.queries.js';
export {
  isPortalDomain,
  isReserved,
  isServiceHost,
  parsePortalName,
  type ServiceHosts,
} from './portal-domain.js';
export * from './payments/payment-gateway.js';
export { paymentGateway, paymentSettings } from './payments/payment-settings.js';
export { PaymentsQueries } from './payments/payments.queries.js';
export { SettlementQueries, type DuePayment } from './payments/settlement.queries.js';
