import { auth } from '@dooryard/contract/identity/auth'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import type { Page } from 'playwright-core'
import { demoAccount } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'

/** Opens another screen of the portal without loading the page anew. */
export const visit = (page: Page, path: string) => page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)

/** Creates a campaign of the demo's enterprise user without orders; returns its id. */
export async function createCampaign(url: string): Promise<string> {
  const { accessToken } = await call(url, undefined, auth.login, { body: demoAccount('enterprise') })
  const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
  const body = { name: 'To look at', campaignType: 'CALL_READY' as const, criteria }
  return (await call(url, accessToken, campaigns.create, { body })).id
}

type ListBody = { items: object[]; totalCount: number; totalPages: number }

/** Changes the answers of a list before the screen sees them. */
export const changeList = (
  page: Page,
  path: RegExp,
  change: (body: ListBody, query: URLSearchParams) => Partial<ListBody>,
) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, ...change(body, new URL(route.request().url()).searchParams) } })
  })
