import { expect, test } from 'vitest'
import { describeLimits } from './limit-hint.ts'

const mailReady = { name: 'Mail Ready', creditRequired: 1, minCampaignVolume: 50 }

test('limits are explained with both numbers where no run could order in full', () => {
  expect(describeLimits({ maxLeads: 20, monthlyCredits: 5 }, mailReady, false)).toEqual({
    tone: 'warn',
    text: '20 leads cost 20 credits, more than 5 per month: runs order at most 5 leads a month.',
  })
  expect(describeLimits({ maxLeads: 20, monthlyCredits: 20 }, mailReady, false)).toBeUndefined()
  expect(describeLimits({ maxLeads: 20, monthlyCredits: Number.NaN }, mailReady, false)).toBeUndefined()
})

test('limits with which no run could order anything are said to be so', () => {
  expect(describeLimits({ maxLeads: 200, monthlyCredits: 49 }, mailReady, true)).toEqual({
    tone: 'bad',
    text: 'The minimum Mail Ready order of 50 leads costs 50 credits, so no run could order with 49 credits per month.',
  })
  const callReady = { name: 'Call Ready', creditRequired: 3, minCampaignVolume: 50 }
  expect(describeLimits({ maxLeads: 1, monthlyCredits: 2 }, callReady, false)).toMatchObject({
    tone: 'bad',
    text: 'A Call Ready lead costs 3 credits, so no run could order with 2 credits per month.',
  })
})
