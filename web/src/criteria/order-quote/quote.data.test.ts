import { OrderQuoteQuery } from '@dooryard/contract/orders/quote/order-quote'
import { expect, test } from 'vitest'
import { buildQuoteBody } from './quote.data.ts'

const criteria = { location: { states: ['TN'] } }

test('a draft is quoted by what belongs to a quote, whatever else it has', () => {
  const draft = { campaignType: 'CALL_READY', criteria, addPhones: true, name: 'Owners', quantity: '60' } as const
  const body = buildQuoteBody(draft)
  expect(OrderQuoteQuery.parse(body)).toEqual({
    campaignType: 'CALL_READY',
    criteria,
    addPhones: true,
    onePerOwner: false,
  })
})

test('a mailing is quoted with one piece per owner and mailing address unless that is switched off', () => {
  const mail = { campaignType: 'MAIL_READY', criteria, addPhones: true } as const
  expect(buildQuoteBody(mail)).toEqual({
    ...{ campaignType: 'MAIL_READY', criteria },
    ...{ onePerOwner: true, onePerAddress: true },
  })
  expect(buildQuoteBody({ ...mail, onePerOwner: false })).toMatchObject({ onePerOwner: false, onePerAddress: true })
})
