import type { LeadStage } from '@dooryard/contract/api/enums'
import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import type { ContactResult } from '@dooryard/contract/leads/phone-results'
import { type BoardLead, leadBoard } from '@dooryard/contract/orders/lead-board'
import { SimpleFaker } from '@faker-js/faker'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { consumerEmail, consumerOrders, enterpriseCampaigns, enterpriseEmail } from './plan.ts'

type Outcome = {
  weight: number
  value: ContactResult
  /** Where the lead goes from `NEW` or `CONTACTED`. */
  stage?: LeadStage
  notes?: readonly string[]
}

const outcomes: readonly Outcome[] = [
  { weight: 46, value: 'NO_ANSWER' },
  {
    ...{ weight: 17, value: 'LEFT_MESSAGE', stage: 'CONTACTED' },
    notes: ['Voice of a woman, no name', 'Mailbox of a company', 'Told her daughter'],
  },
  { weight: 10, value: 'WRONG_NUMBER' },
  {
    ...{ weight: 8, value: 'NOT_INTERESTED', stage: 'DEAD' },
    notes: ['Not selling, ever', 'Polite, but no', 'Has a buyer', 'Just refinanced'],
  },
  {
    ...{ weight: 8, value: 'CALL_BACK', stage: 'CONTACTED' },
    notes: ['At work, after six', 'Tomorrow morning', 'Was at the doctor', 'Sunday after church', 'Next month'],
  },
  { weight: 4, value: 'REACHED', stage: 'CONTACTED', notes: ['Wants a letter first', 'Has to ask her sister'] },
  {
    ...{ weight: 4, value: 'INTERESTED', stage: 'FOLLOW_UP' },
    notes: ['Would take 180', 'Wants to see an offer', 'Tired of the tenants', 'Taxes are killing him'],
  },
  { weight: 3, value: 'DO_NOT_CALL', stage: 'DEAD' },
]

/** How many days after the delivery people call, and how many leads in a row. */
const sessions = [
  { after: 1, calls: 11 },
  { after: 4, calls: 8 },
  { after: 9, calls: 6 },
]

/** The evenings of calls after each order of numbers. */
export const planCalls: HistoryGenerator = (period, random) => {
  const toCall = [
    ...enterpriseCampaigns.flatMap(({ campaignType, orders }) =>
      campaignType === 'CALL_READY' ? orders.map((order) => ({ ...order, email: enterpriseEmail })) : [],
    ),
    ...consumerOrders.flatMap(({ campaignType, ...order }) =>
      campaignType === 'CALL_READY' ? [{ ...order, email: consumerEmail }] : [],
    ),
  ]
  return toCall.flatMap(({ daysAgo, name, email }) =>
    sessions.map(({ after, calls }): HistoryStep => {
      const seed = random.number.int(2 ** 31)
      const at = pickWorkingTime(period, random, daysAgo - after)
      const run = (services: HistoryServices) =>
        callLeads(services, { email, orderName: name, calls, random: new SimpleFaker({ seed }) })
      return { at, name: `calls of ${name}, ${after} days later`, run }
    }),
  )
}

type CallSession = { email: string; orderName: string; calls: number; random: SimpleFaker }

async function callLeads(services: HistoryServices, { email, orderName, calls, random }: CallSession): Promise<void> {
  const caller = await services.as(email)
  const { items } = await caller.call(leadBoard.list, { query: { limit: 100 } })
  const leads = items.filter((lead) => lead.orderName === orderName && isWaiting(lead))
  for (const lead of random.helpers.shuffle(leads).slice(0, calls)) {
    await callLead(caller, lead, random)
    // Nobody dials faster than this.
    services.clock.moveTo(new Date(services.clock.now().getTime() + random.number.int({ min: 40_000, max: 210_000 })))
  }
}

const isWaiting = ({ stage, phoneResults }: BoardLead) =>
  (stage === 'NEW' || stage === 'CONTACTED') && phoneResults.every(({ result }) => result === 'NO_ANSWER')

async function callLead({ call }: PastUser, lead: BoardLead, random: SimpleFaker): Promise<void> {
  const phone = lead.contacts?.find(({ type, scrub }) => type === 'PHONE' && scrub === 'CLEAN')
  if (!phone) return
  const params = { orderId: lead.orderId, propertyId: lead.propertyId }
  const {
    value: result,
    stage,
    notes = [],
  } = random.helpers.weightedArrayElement(outcomes.map((outcome) => ({ weight: outcome.weight, value: outcome })))
  const note = notes.length > 0 && random.number.float() < 0.6 ? random.helpers.arrayElement(notes) : undefined
  await call(contactResultLog.add, { params, body: { phone: phone.value, result, ...(note && { note }) } })
  if (stage && stage !== lead.stage) await call(bulkLeads.change, { body: { leads: [params], stage } })
}
