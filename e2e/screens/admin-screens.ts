import { auth } from '@dooryard/contract/identity/auth'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { call } from '../support/portal-process.ts'

const tabs = ['overview', 'credits', 'orders', 'sessions', 'audit'] as const

const signInEnterprise = (url: string) =>
  call(url, undefined, auth.login, { body: { email: 'enterprise@dooryard.test', password: 'dooryard-demo' } })

/** Converts the owner's path of an order or a campaign to the administrator's. */
export const toAdminPath = (path: string) => path.replace('/portal/campaigns/', '/portal/enterprise-campaigns/')

/** The tabs of the statistics of the demo's enterprise account. */
export async function listStatisticsScreens(url: string): Promise<Record<(typeof tabs)[number], string>> {
  const { user } = await signInEnterprise(url)
  const at = (tab: string) => [tab, `/portal/users/${user.id}/statistics?tab=${tab}`]
  return Object.fromEntries(tabs.map(at))
}

/** Creates a key of the demo's enterprise account; returns its unique name. */
export async function createSampleKey(url: string): Promise<string> {
  const { accessToken } = await signInEnterprise(url)
  const name = `Seen by others ${Date.now()}`
  await call(url, accessToken, apiKeys.create, { body: { name, scopes: ['counts:read'] } })
  return name
}
