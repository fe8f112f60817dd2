import { expect, test } from 'vitest'
import { toDelivery, toPhonesPrice } from './delivery.ts'

const anywhere = {}

test('a mailing has one piece per owner and address unless that is switched off, a call list all', () => {
  const mail = { campaignType: 'MAIL_READY', criteria: anywhere } as const
  expect(toDelivery({}, mail)).toEqual({ sort: { by: 'random' }, onePerOwner: true, onePerAddress: true })
  expect(toDelivery({ onePerAddress: false }, mail)).toMatchObject({ onePerOwner: true, onePerAddress: false })
  const call = { campaignType: 'CALL_READY', criteria: anywhere } as const
  expect(toDelivery({}, call)).toEqual({ sort: { by: 'random' }, onePerOwner: false })
  expect(toDelivery({ onePerAddress: true }, call)).not.toHaveProperty('onePerAddress')
})

test('an order that may add phones has their displayed price, and no other', () => {
  const order = { campaignType: 'CALL_READY', criteria: {}, addPhones: true } as const
  const quote = { creditsToAddPhones: 2 }
  expect(toPhonesPrice(order, quote)).toEqual({ creditsToAddPhones: 2 })
  expect(toPhonesPrice({ ...order, addPhones: false }, quote)).toEqual({})
  const purchased = { only: { purchased: 'MAIL_ONLY' } } as const
  expect(toPhonesPrice({ ...order, addPhones: false, criteria: purchased }, quote)).toEqual({ creditsToAddPhones: 2 })
  expect(toPhonesPrice({ ...order, campaignType: 'MAIL_READY' }, quote)).toEqual({})
  expect(toPhonesPrice(order, undefined)).toEqual({})
})
