// The end of the demo: closes its accounts when a portal leaves demo mode, and revokes what these accounts granted.
// Tables: demo_accounts, demo_history.
// Routes and jobs: none; the server at its start and the command demo:end call it.
// Start with end-demo.ts.

export { openDemoAccounts } from './demo-accounts.queries.ts'
export {
  announceHistory,
  beginHistory,
  findHistory,
  finishHistory,
  getHistoryProgress,
  getUnfinishedHistory,
  type HistoryPosition,
  isHistoryBeingWritten,
  saveHistoryPosition,
} from './demo-history.queries.ts'
export { endDemo, forceEndDemo, keepGrants, previewDemoEnd } from './end-demo.ts'
export { type DemoEndReport, toReportLines } from './end-report.ts'
export { hasDemoAuthority } from './has-demo-authority.ts'
