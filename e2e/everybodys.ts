import { apiKeys } from '@dooryard/contract/api-keys'
import { auth } from '@dooryard/contract/auth'
import { call } from './portal-process.ts'

const tabs = ['overview', 'credits', 'orders', 'sessions', 'audit'] as const

const signedIn = (url: string) =>
  call(url, undefined, auth.login, { body: { email: 'enterprise@dooryard.test', password: 'dooryard-demo' } })

/** What administrators see of an order or a campaign, by where its owner sees it. */
export const asAdministrator = (path: string) => path.replace('/portal/campaigns/', '/portal/enterprise-campaigns/')

/** The parts of what an administrator is told of the demo's enterprise account. */
export async function statisticsScreens(url: string): Promise<Record<(typeof tabs)[number], string>> {
  const { user } = await signedIn(url)
  const at = (tab: string) => [tab, `/portal/users/${user.id}/statistics?tab=${tab}`]
  return Object.fromEntries(tabs.map(at))
}

/** A key of the demo's enterprise account; gives its name, which no other has. */
export async function someKey(url: string): Promise<string> {
  const { accessToken } = await signedIn(url)
  const name = `Seen by others ${Date.now()}`
  await call(url, accessToken, apiKeys.create, { body: { name, scopes: ['counts:read'] } })
  return name
}
