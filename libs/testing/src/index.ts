export { alterCharacter } from './alter-character.js';
export { recordStatements } from './record-statements.js';
export { createEmptyDatabase, createTestDatabase, directly, type TestDatabase } from './database.js';
export { DatabaseHarness, useDatabase } from './use-database.js';
export { viewerIn } from './viewer.js';
export { testRedis } from './redis.js';
export { testServices, type TestServices } from './test-services-address.js';
export { makeCertificates, type Certificates } from './certificates.js';
export { describeWith, describeWithVariable, programOnPath } from './tools.js';
export {
  examinesAll,
  findPageFaults,
  pageVariants,
  type PageBranding,
  type PageVariant,
} from './examined-page.js';
export { stepUntilDone, untilAllAreNoting } from './search-index-steps.js';
export {
  describeWithOpenSearch,
  describeWithSecuredOpenSearch,
  useOpenSearch,
  type TestOpenSearch,
} from './use-opensearch.js';
export { launchChromium } from './chromium.js';
export { Firefox } from './firefox.js';
export { TestClock } from './clock.js';
export { eventually } from './eventually.js';
export { temporaryFolder } from './temporary-folder.js';
export { InterceptingProxy, type PassedAnswer, type PassedRequest } from './intercepting-proxy.js';
export { HttpClient, type Answer, type TestRequest } from './http-client.js';
export { expectLinearTime } from './linear-time.js';
export { median, percentile } from './median.js';
export {
  DocumentReader,
  expectKeptDocument,
  describeSchema,
  type DocumentedOperation,
} from './openapi-document.js';
export { documentFaults, readWebhooks } from './openapi-faults.js';
export type { AnswerCheck } from './http-client.js';
export { boundAnswers } from './bounded-answers.js';
export { answersFit, checkAnswers, assertWebhookFits } from './openapi-check.js';
export { ConnectionReader, Owner } from './owner.js';
export { assertReadsAtMost } from './read-rows.js';
export { LOCKS_HERE, SESSIONS_HERE } from './own-database.js';
export { TokenMint } from './token-mint.js';
export { CatalogueSeed } from './catalogue.js';
export { compareWithModel } from './catalogue-model/index-contract.js';
export { OutageProxy } from './outage-proxy.js';
export { postConcurrently } from './burst.js';
export { compiledOnce, ServerProcess, type ServerProcessOptions } from './replicas.js';
export { describeUnpooled, describeWithPgBouncer, pooledConnections } from './pgbouncer.js';
export { PgBouncer, pgbouncerSettings } from './pgbouncer-process.js';
export { startSentinels, type RunningSentinels } from './sentinels.js';
export { ReplicatedPostgres } from './replicated-postgres.js';
export { RoundRobinProxy, SERVED_BY } from './round-robin-proxy.js';
export { RawConnection, sendRaw, UnreadConnection, type RawAnswer } from './raw-http.js';
export { WAIT_TIMEOUT_MS } from './wait-timeout.js';
export { isThorough, triedIn } from './thorough.js';
export { anyWireTime } from './wire-time.js';
export { expectPrivateLog, privateRequests } from './logged-requests.js';
export {
  costlyBodies,
  CostSearch,
  inAddress,
  inHeader,
  sendPlainly,
  type CostInput,
} from './request-cost.js';
