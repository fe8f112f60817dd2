export { openDemoAccounts } from './demo-accounts.queries.ts'
export { endDemo } from './end-demo.ts'
export { hasDemoAuthority } from './has-demo-authority.ts'
