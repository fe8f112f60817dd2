import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import { apiKeys, type NewApiKey } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { SimpleFaker } from '@faker-js/faker'
import { createApiKeyService, selectApiKeyNames } from '../../../modules/api-keys/index.ts'
import { findUserByEmail } from '../../../modules/identity/index.ts'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { createPastCaller, type PastUser } from '../past-api.ts'
import { requireCampaign, unlessRefused } from './orders.ts'
import { enterpriseEmail } from './plan.ts'

type PlannedKey = Pick<NewApiKey, 'name' | 'scopes'> & {
  isTest?: boolean
  daysAgo: number
  revokedDaysAgo?: number
  /** Requests of a working day, at first and at last. */
  calls: readonly [first: number, last: number]
  weekend: number
  /** One in so many requests is refused. */
  refusedOneIn: number
  requests: readonly [method: string, path: string][]
}

const ordersPath = '/v1/enterprise/orders'

const keys: readonly PlannedKey[] = [
  {
    ...{ name: 'CRM nightly sync', scopes: ['orders:read', 'counts:read'], daysAgo: 392 },
    ...{ calls: [24, 210], weekend: 0.8, refusedOneIn: 160 },
    requests: [
      ['GET', ordersPath],
      ['GET', `${ordersPath}/{id}/leads`],
      ['GET', `${ordersPath}/{id}`],
    ],
  },
  {
    ...{ name: 'Spreadsheet, first try', scopes: ['orders:read'], daysAgo: 379, revokedDaysAgo: 301 },
    ...{ calls: [9, 3], weekend: 0.1, refusedOneIn: 7 },
    requests: [['GET', ordersPath]],
  },
  {
    ...{ name: 'Market counts for the website', scopes: ['counts:read', 'orders:write'], daysAgo: 204 },
    ...{ calls: [40, 320], weekend: 1.3, refusedOneIn: 75 },
    requests: [['POST', `${ordersPath}/count`]],
  },
  {
    ...{ name: 'Developer laptop', scopes: ['counts:read', 'orders:read', 'orders:write'], daysAgo: 210, isTest: true },
    ...{ calls: [14, 9], weekend: 0.3, refusedOneIn: 5 },
    requests: [
      ['POST', ordersPath],
      ['GET', `${ordersPath}/{id}`],
    ],
  },
]

/** Keys of programs, their use by day, orders that they placed, and orders of a test key. */
export const planApiKeys: HistoryGenerator = (period, random) => {
  const texts: KeyTexts = new Map()
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  const created = keys.flatMap((key) => [
    step(key.daysAgo, `key: ${key.name}`, (services) => createKey(services, key, texts)),
    ...(key.revokedDaysAgo
      ? [step(key.revokedDaysAgo, `revoked: ${key.name}`, (services) => revokeKey(services, key))]
      : []),
  ])
  const used = Array.from({ length: Math.floor(Math.max(...keys.map(({ daysAgo }) => daysAgo)) / 7) }, (_, week) => {
    const seed = random.number.int(2 ** 31)
    // Counted after the week, the last one up to the present.
    const at = new Date(period.endsAt.getTime() - week * 7 * dayMs - 5 * minuteMs)
    const run = (services: HistoryServices) => useKeys(services, { endsAt: at, until: period.endsAt, seed })
    return { at, name: `use of keys, ${week} weeks ago`, run }
  })
  return [
    ...created,
    ...used,
    step(187, 'order by key: first', (services) =>
      orderByKey(services, { orderName: 'Website, first list', quantity: 60, texts }),
    ),
    step(71, 'order by key: second', (services) =>
      orderByKey(services, { orderName: 'Website, second list', quantity: 75, texts }),
    ),
    ...[24, 17, 9, 2].map((daysAgo, at) =>
      step(daysAgo, `test order ${daysAgo} days ago`, (services) =>
        placeTestOrder(
          services,
          ['Sandbox, 50 leads', 'fail', 'Sandbox, columns', 'Retry after the fix'][at] ?? '',
          texts,
        ),
      ),
    ),
  ]
}

/** The texts of the keys by name: a text is shown once. An interruption loses it, and the key is replaced. */
type KeyTexts = Map<string, string>

async function createKey(services: HistoryServices, planned: PlannedKey, texts: KeyTexts): Promise<void> {
  const { name, scopes, isTest = false } = planned
  const { call } = await services.as(enterpriseEmail)
  const { key } = await call(apiKeys.create, { body: { name, scopes, isTest } })
  texts.set(name, key)
}

async function findKey(services: HistoryServices, name: string) {
  const { call } = await services.as(enterpriseEmail)
  const { items } = await call(apiKeys.list, { query: { limit: 100 } })
  return items.find((key) => key.name === name)
}

async function revokeKey(services: HistoryServices, { name }: PlannedKey): Promise<void> {
  const key = await findKey(services, name)
  const { call } = await services.as(enterpriseEmail)
  if (key) await call(apiKeys.revoke, { params: { id: key.id } })
}

type Week = { endsAt: Date; until: Date; seed: number }

/** The requests of a week, as the API counts them, each day's at its end. */
async function useKeys(services: HistoryServices, { endsAt, until, seed }: Week): Promise<void> {
  const random = new SimpleFaker({ seed })
  // Programs call: nobody signs in for it.
  const owner = await findUserByEmail(services.db, enterpriseEmail)
  if (!owner) return
  const issued = await selectApiKeyNames(services.db).where('userId', '=', owner.id).execute()
  for (const key of keys) {
    const found = issued.find(({ name }) => name === key.name)
    if (!found) continue
    for (let day = 6; day >= 0; day -= 1) {
      const at = new Date(endsAt.getTime() - day * dayMs - random.number.int(5) * hourMs)
      const daysAgo = (until.getTime() - at.getTime()) / dayMs
      const share = 1 - daysAgo / key.daysAgo
      const [first, last] = key.calls
      const isWeekend = at.getUTCDay() % 6 === 0
      const noise = 0.72 + random.number.float() * 0.5
      const calls = Math.round((first + (last - first) * share) * noise * (isWeekend ? key.weekend : 1))
      if (share > 0) await recordUse(services, { key, keyId: found.id, at, calls, random })
    }
  }
}

type Use = { key: PlannedKey; keyId: string; at: Date; calls: number; random: SimpleFaker }

async function recordUse(services: HistoryServices, { key, keyId, at, calls, random }: Use): Promise<void> {
  const { recordCall, settled } = createApiKeyService({ ...services, clock: { now: () => at } })
  for (let call = 0; call < calls; call += 1) {
    const [method, path] = random.helpers.arrayElement(key.requests)
    const isRefused = random.number.int(key.refusedOneIn - 1) === 0
    recordCall({ keyId, method, path, status: isRefused ? 422 : method === 'POST' && path === ordersPath ? 201 : 200 })
  }
  await settled()
}

async function regenerateKey(services: HistoryServices, name: string): Promise<string> {
  const { call } = await services.as(enterpriseEmail)
  const found = await findKey(services, name)
  if (!found) throw new Error(`there is no key ${name}`)
  return (await call(apiKeys.regenerate, { params: { id: found.id } })).key
}

async function callWithKey(services: HistoryServices, name: string, texts: KeyTexts): Promise<Pick<PastUser, 'call'>> {
  const token = texts.get(name) ?? (await regenerateKey(services, name))
  texts.set(name, token)
  return createPastCaller({
    fetch: services.fetch,
    publicUrl: services.publicUrl,
    getToken: async () => token,
    email: enterpriseEmail,
  })
}

type KeyOrder = { orderName: string; quantity: number; texts: KeyTexts }

async function orderByKey(services: HistoryServices, { orderName, quantity, texts }: KeyOrder): Promise<void> {
  const campaignId = await requireCampaign(await services.as(enterpriseEmail), 'Long-time owners with equity')
  const { call } = await callWithKey(services, 'Market counts for the website', texts)
  await unlessRefused(services, orderName, () => call(enterprise.place, { body: { campaignId, orderName, quantity } }))
}

async function placeTestOrder(services: HistoryServices, orderName: string, texts: KeyTexts): Promise<void> {
  const { call } = await callWithKey(services, 'Developer laptop', texts)
  const campaign = { name: 'Sandbox', campaignType: 'CALL_READY' } as const
  const criteria = { location: { counties: ['47037'] } }
  await call(enterprise.place, { body: { campaign, orderName, quantity: 50, criteria } })
}
