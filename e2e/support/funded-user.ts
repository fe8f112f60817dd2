import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { rolls } from '@dooryard/contract/data/rolls'
import { auth } from '@dooryard/contract/identity/auth'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { buyPack } from './buyer.ts'
import { withDatabase } from './portal-database.ts'
import { call } from './portal-process.ts'
import { createTestUser, password, signInAs } from './test-user.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

type Credentials = { email: string; password: string }
export const demoAccount = (role: string): Credentials => ({
  email: `${role}@dooryard.test`,
  password: 'dooryard-demo',
})
export const getToken = async (url: string, body: Credentials) =>
  (await call(url, undefined, auth.login, { body })).accessToken

/** Creates a user with an account and credits, who saves searches and orders leads through the API. */
export async function createFundedUser(url: string) {
  const email = await createTestUser(url)
  await buyPack(url, email)
  const token = await getToken(url, { email, password })
  const save = (name: string, criteria: Criteria, emailChanges = false) =>
    call(url, token, savedSearches.create, { body: { name, criteria, emailChanges } })
  const getSearch = (id: string) => call(url, token, savedSearches.get, { params: { id } })
  /** Orders leads, Mail Ready ones by default, and waits until they are delivered. */
  const order = async (
    orderName: string,
    criteria: Criteria,
    quantity = 50,
    campaignType: CampaignType = 'MAIL_READY',
  ) => {
    const body = { orderName, quantity, criteria, campaignType }
    const { id } = await call(url, token, privateOrders.place, { body })
    while ((await call(url, token, privateOrders.get, { params: { id } })).userFacingStatus !== 'COMPLETED')
      await pause()
    return id
  }
  const signIn = (page: Page) => signInAs(page, email)
  return { email, save, getSearch, order, signIn }
}

/** A table row with this text in its name. */
export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

type ParcelRange = { from: number; to: number }

/** Imports the dataset of a county with these parcels, replacing the previous ones, and waits until it is loaded. */
export async function importRoll(url: string, fips: string, { from, to }: ParcelRange) {
  const token = await getToken(url, demoAccount('admin'))
  const parcels = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const lines = parcels.map((parcel) => `${parcel},${fips},${parcel} EXAMPLE ORCHARD LN,ANYTOWN,TESTWELL`)
  const body = new Blob([['apn,county_fips,address,city,owner_1', ...lines].join('\n')])
  const query = { source: 'generic', fileName: 'anytown.csv', name: `Assessor of ${fips}` }
  const { id } = await call(url, token, rolls.import, { query, body })
  for (;;) {
    const { status } = await call(url, token, rolls.importOf, { params: { id } })
    if (status === 'LOADED') return
    if (status === 'FAILED') throw new Error('the roll was not imported')
    await pause()
  }
}

/** Counts the searches of a user and mails their changes now instead of the next day. */
export const runDailySearchMails = (email: string) =>
  withDatabase(async (client) => {
    await client.query(
      `with due as (
        update saved_searches set queued_at = now() from users
        where users.id = user_id and email = $1 and deleted_at is null returning user_id)
      select graphile_worker.add_job('recount-searches', payload => json_build_object('userId', user_id))
      from (select distinct user_id from due) as owners`,
      [email],
    )
    const waits = `select 1 from saved_searches join users on users.id = user_id
      where email = $1 and deleted_at is null and queued_at is not null`
    while ((await client.query(waits, [email])).rowCount !== 0) await pause()
    await client.query(
      `select graphile_worker.add_job('notify-search-changes', payload => json_build_object('userId', id))
      from users where email = $1`,
      [email],
    )
  })
