import { dayMs } from '@dooryard/contract/api/time'
import { adminAffiliates, commissions } from '@dooryard/contract/billing/affiliates'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createUser } from '../modules/identity/index.ts'
import { signInWithPassword, testPassword, user } from '../test/factories.ts'
import { testPortal } from '../test/portal.ts'
import {
  affiliateJoinedDaysAgo,
  demoCustomerEmails,
  formerCustomerEmails,
  seedDemoAffiliate,
} from './demo-affiliate.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })

const seed = (affiliate: string, clock = portal.services.clock) =>
  seedDemoAffiliate({ ...portal.services, ...portal.billing, clock }, { affiliate, admin: admin.email })

// In this order: the first history takes the coupon, so that a second one would not show.
describe('the history of a demo', { shuffle: false }, () => {
  test('is not given to an affiliate whose account was created without a past, however old that becomes', async () => {
    const affiliate = await user(portal, { role: 'AFFILIATE_USER' })
    await seed(affiliate.email, { now: () => new Date(portal.clock.now().getTime() + affiliateJoinedDaysAgo * dayMs) })
    const { body } = await admin.as.call(adminAffiliates.get, { params: { userId: affiliate.id } })
    expect(body).toMatchObject({ coupons: 0, customers: 0, terms: null })
  })

  test('stops no start where it cannot be recorded, and is completed by the next one with one payout, ever', async () => {
    const affiliate = await createBackdatedAffiliate()
    const refused = demoCustomerEmails.at(3) ?? ''
    await sql`alter table users add constraint refused check (email <> ${sql.lit(refused)})`.execute(portal.db)
    await seed(affiliate.email)
    expect(portal.logged.join('')).toContain('begins without a part of the history')
    await sql`alter table users drop constraint refused`.execute(portal.db)

    await seed(affiliate.email)
    const { totals, months } = (await affiliate.as.call(commissions.summary)).body
    expect(months.reduce((sum, { customers }) => sum + customers, 0)).toBe(demoCustomerEmails.length)
    expect(totals.paid).toBeGreaterThan(0)

    const listPayouts = async () =>
      (await affiliate.as.call(commissions.entries, { query: { limit: 100 } })).body.items.filter(
        ({ type }) => type === 'PAYOUT',
      )
    const [payout] = await listPayouts()
    await admin.as.call(adminAffiliates.reversePayout, {
      params: { userId: affiliate.id, entryId: payout?.id ?? '' },
      body: { reason: 'The transfer came back' },
    })
    await seed(affiliate.email)
    expect(await listPayouts()).toEqual([{ ...payout, isReversed: true }])
  })

  test('stays as it is in the demo of an older version, which has customers of other names', async () => {
    const [first = ''] = demoCustomerEmails
    await portal.db
      .updateTable('users')
      .set({ email: formerCustomerEmails[0] ?? '' })
      .where('email', '=', first)
      .execute()
    await seed('backdated@dooryard.test')
    expect(await portal.db.selectFrom('users').select('id').where('email', '=', first).execute()).toEqual([])
  })
})

async function createBackdatedAffiliate() {
  const email = 'backdated@dooryard.test'
  const createdAt = new Date(portal.clock.now().getTime() - affiliateJoinedDaysAgo * dayMs)
  const person = { firstName: 'Alex', lastName: 'Brandevin', phone: '615-555-0103', password: testPassword }
  const created = await createUser(portal.services, { ...person, email, role: 'AFFILIATE_USER' }, { createdAt })
  const { as } = await signInWithPassword(portal, email)
  return { id: created?.id ?? '', email, as }
}
