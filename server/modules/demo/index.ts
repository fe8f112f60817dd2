export { openDemoAccounts } from './demo-accounts.queries.ts'
export { endDemo, keepGrants, previewEnd, takeBackGrants } from './end-demo.ts'
export { hasDemoAuthority } from './has-demo-authority.ts'
export { type Report, reportLines } from './report.ts'
