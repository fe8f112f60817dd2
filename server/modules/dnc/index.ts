// Do-not-call lists: importing them, checking phone numbers against them, and certificates of these checks.
// Tables: dnc_list_versions, dnc_batches; in ClickHouse dnc_numbers, dnc_changes.
// Jobs: import-dnc-file. Schedule: delete-lists-of-closed-accounts, purge-dnc-numbers, renew-demo-registry.
// Routes: /v1/enterprise-private/dnc and /v1/admin/dnc; /v1/dnc/keys, the public keys of certificates.
// Start with scrub/scrub-numbers.ts (check), imports/import-list.ts (new version of a list) and
// certificate/certificate.ts.

export { getCertificateKeys, issueCertificate, issueTestCertificate } from './certificate/certificate.ts'
export { verifyCertificate } from './certificate/verify-certificate.ts'
export { dncSchedule, dncTasks } from './dnc.jobs.ts'
export { dncRoutes } from './dnc.routes.ts'
export { importDncFile } from './imports/import-numbers.ts'
export { getDncListName } from './imports/list-rules.ts'
export { loadDemoRegistry, removeDemoRegistry } from './lists/demo-registry.ts'
export { changeInternalList, findInternalLists } from './lists/edit-lists.ts'
export { buildScrubSql } from './lists/numbers.queries.ts'
export { checkInternalLists, type InternalListCheck, withInternalListsKept } from './scrub/internal-lists.ts'
export { scrubNumbers } from './scrub/scrub-numbers.ts'
export { createScrubPlan, type ScrubPlan } from './scrub/scrub-plan.ts'
export { addInternalCheck, buildScrubSummary, getCallableUntil, hasNationalCoverage } from './scrub/scrub-rules.ts'
