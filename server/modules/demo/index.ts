export { openDemoAccounts } from './demo-accounts.queries.ts'
export { endDemo, forceEndDemo, keepGrants, previewDemoEnd } from './end-demo.ts'
export { type DemoEndReport, toReportLines } from './end-report.ts'
export { hasDemoAuthority } from './has-demo-authority.ts'
