// The credit ledger: balances, holds of orders, grants, clawbacks, expiry, its daily check; and prices per lead.
// Tables: credit_accounts, credit_entries, credit_holds, credit_settings, ledger_checks,
// spending_alerts.
// Jobs: verify-ledger, check-spending; adds top-up-credits, which billing runs. Schedule: schedule-ledger-check.
// Events: credits.low, credits.adjusted.
// Routes: /v1/credit-settings, /v1/admin/credit-settings, the balance stream /v1/sse/auth/coin-realtime/subscribe.
// Start with holds/holds.ts (hold and capture), grants/grant-credits.ts, ledger/ledger.queries.ts (the only writer of
// entries) and verify/verify-ledger.ts.

export { createCreditAccount, getBalance, isBalanceAlertPending, setBalanceAlert } from './balance/balance.ts'
export { listCreditsByMonth } from './balance/credit-months.queries.ts'
export { countLowBalanceUsers, getUserCreditsByDay } from './balance/credit-stats.queries.ts'
export { creditSchedule, creditTasks } from './credits.jobs.ts'
export { creditRoutes } from './credits.routes.ts'
export { clawBackCredits, clawBackPart, getRefundableCredits, reverseClawback } from './grants/claw-back-credits.ts'
export { adjustCredits, grantCredits } from './grants/grant-credits.ts'
export { expireAllCredits, expireSubscriptionCredits, renewCredits } from './grants/subscription-credits.ts'
export { selectHolds } from './holds/holds.queries.ts'
export { captureHold, holdCredits } from './holds/holds.ts'
export { getActivityCount, getCreditsAtLastGrant, selectBalances, selectEntries } from './ledger/entries.queries.ts'
export { getLastEntryNumber, lockAccount, topUpJob } from './ledger/ledger.queries.ts'
export {
  activateCampaignType,
  findLeadPrice,
  getCreditSetting,
  getLeadPrice,
  listCreditSettings,
} from './settings/credit-settings.ts'
export { formatLedgerProblem, parseCheckpoints } from './verify/ledger-proof-rules.ts'
export { verifyLedger } from './verify/verify-ledger.ts'
