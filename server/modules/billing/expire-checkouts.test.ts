import { afterAll, expect, test } from 'vitest'
import { signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { begin, buy, coupon, infoOf, smallPack, usesOf } from './buying.fixture.ts'
import { expireCheckouts } from './expire-checkouts.ts'
import { payWith } from './sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

const minute = 60_000

test('what nobody pays in time ends, and its coupon is free again', async () => {
  const [buyer, other] = [await user(portal), await user(portal)]
  const code = await coupon(portal, { maxRedemptions: 1 })
  const { url, sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
  const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
  // The half hour that providers want, by a clock that may be five minutes ahead of ours.
  portal.clock.advance(35 * minute)
  await expireCheckouts(services)
  expect(await row.execute()).toEqual([{ status: 'OPEN' }])
  portal.clock.advance(2 * minute)
  await expireCheckouts(services)
  expect(await row.execute()).toEqual([{ status: 'EXPIRED' }])
  expect(await payWith(portal, url)).toMatchObject({ status: 409 })
  expect(await usesOf(portal, code)).toEqual(['RELEASED'])
  const later = await signedIn(portal, other.email)
  expect(await buy(portal, later, { packId: smallPack, couponCode: code })).toMatchObject({ status: 'PAID' })
})

test('what was paid at the last moment, and not told of, is settled instead of ended', async () => {
  const buyer = await user(portal)
  const code = await coupon(portal)
  const { url, sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
  await payWith(portal, url)
  portal.clock.advance(40 * minute)
  await expireCheckouts(services)
  const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
  expect(await row.execute()).toEqual([{ status: 'PAID' }])
  expect(await usesOf(portal, code)).toEqual(['REDEEMED'])
  expect((await infoOf(await signedIn(portal, buyer.email))).balance).toMatchObject({ onDemandCredits: 500 })
})
