import type { LeadStage } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import { type LetterSender, letterTemplates, type NewLetterTemplate } from '@dooryard/contract/leads/letter-templates'
import { mailings } from '@dooryard/contract/leads/letters'
import { starterTemplates } from '@dooryard/contract/leads/starter-templates'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { isRefusal } from '../past-api.ts'
import { findDelivered } from './orders.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

type PlannedMailing = {
  daysAgo: number
  name: string
  orderName: string
  template: string
  /** Days until the letters were at the post office; without it they still wait to be printed. */
  sentAfter?: number
  /** By default, people who got mail in the last 90 days are left out. */
  periodDays?: number
  /** Only those nobody has reached yet. */
  isFollowUp?: boolean
}

type Mailer = {
  email: string
  /** When the return address and the first templates were written. */
  daysAgo: number
  sender: LetterSender
  templates: readonly (NewLetterTemplate & { daysAgo?: number })[]
  mailings: readonly PlannedMailing[]
}

function getStarter(name: string): NewLetterTemplate {
  const found = starterTemplates.find((template) => template.name === name)
  if (!found) throw new Error(`there is no starter template ${name}`)
  const { about: _, ...template } = found
  return template
}

const firstLetter = getStarter('First letter')
const followUp = getStarter('Follow-up letter')
const postcard = getStarter('Postcard')

const landlordLetter: NewLetterTemplate = {
  ...{ name: 'To landlords, one page', kind: 'LETTER', backText: '' },
  text: `{{date}}

{{owner.greeting}},

You own {{property.street}}, and I guess that you rent it out. If the next vacancy or the next repair is one too many, I would like to buy it, with the tenants in place if you wish.

We are two people and a partner in Nashville. We have bought {{property.city|local}} rentals for years, and we close at a title company of your choice.

If a number would help you decide, call or text me at {{sender.phone}}.

{{sender.name}}
{{sender.company}}

I got your name and address from public county records. If you do not want mail from me, tell me and I will not write again.`,
}

export const mailers: readonly Mailer[] = [
  {
    ...{ email: enterpriseEmail, daysAgo: 402 },
    sender: {
      ...{ name: 'Erin Halvering', company: 'Quillmere Homebuyers', street: '1420 Tarrowell Ave', unit: 'Ste 300' },
      ...{ city: 'Nashville', state: 'TN', zip: '37203', phone: '(615) 555-0101' },
    },
    templates: [
      firstLetter,
      { ...postcard, name: 'Postcard, new design', daysAgo: 287 },
      { ...landlordLetter, daysAgo: 248 },
      { ...followUp, daysAgo: 109 },
    ],
    mailings: [
      {
        daysAgo: 395,
        name: 'Out of state, first letter',
        orderName: 'First letters',
        template: 'First letter',
        sentAfter: 2,
      },
      {
        ...{ daysAgo: 280, name: 'Out of state, postcard', orderName: 'Postcards, new design', sentAfter: 1 },
        template: 'Postcard, new design',
      },
      {
        ...{ daysAgo: 241, name: 'Landlords, letter two', orderName: 'Landlords, second letter', sentAfter: 1 },
        template: 'To landlords, one page',
      },
      {
        ...{ daysAgo: 168, name: 'Taxes, before we call', orderName: 'Tax list, Dana and Marcus', sentAfter: 1 },
        template: 'First letter',
      },
      {
        ...{ daysAgo: 134, name: 'Equity, 900 letters', orderName: 'Equity, the large one', sentAfter: 3 },
        template: 'First letter',
      },
      {
        ...{ daysAgo: 102, name: 'Equity, reminder', orderName: 'Equity, the large one', template: 'Follow-up letter' },
        ...{ sentAfter: 1, periodDays: 21, isFollowUp: true },
      },
      {
        ...{ daysAgo: 38, name: 'Equity, postcard', orderName: 'Equity, those left out so far', sentAfter: 1 },
        template: 'Postcard, new design',
      },
      {
        ...{ daysAgo: 22, name: 'Out of state, the rest', orderName: 'The rest of the list', sentAfter: 2 },
        template: 'First letter',
      },
      {
        daysAgo: 2,
        name: 'Tampa, postcard',
        orderName: 'Tampa, for the partner there',
        template: 'Postcard, new design',
      },
    ],
  },
  {
    ...{ email: consumerEmail, daysAgo: 108 },
    sender: {
      ...{ name: 'Casey Morvane', company: '', street: '208 Marnock Ln', unit: '', city: 'Franklin', state: 'TN' },
      ...{ zip: '37064', phone: '(615) 555-0102' },
    },
    templates: [{ ...firstLetter, name: 'My letter' }],
    mailings: [
      {
        ...{ daysAgo: 104, name: 'Vacant houses', orderName: 'Vacant, all of Nashville', template: 'My letter' },
        sentAfter: 2,
      },
    ],
  },
]

/** Letters and postcards of both accounts: return address, templates, mailings and the days they were sent. */
export const planMailings: HistoryGenerator = (period, random) => {
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  return mailers.flatMap(({ email, daysAgo, sender, templates, mailings: planned }) => [
    step(daysAgo, `return address of ${email}`, async ({ as }) =>
      (await as(email)).call(letterTemplates.saveSender, { body: sender }),
    ),
    ...templates.map(({ daysAgo: later = daysAgo, ...body }) =>
      step(later, `letter template of ${email}: ${body.name}`, async ({ as }) =>
        (await as(email)).call(letterTemplates.create, { body }),
      ),
    ),
    ...planned.flatMap((mailing) => {
      const created = step(mailing.daysAgo, `mailing: ${mailing.name}`, (services) => create(services, email, mailing))
      if (mailing.sentAfter === undefined) return [created]
      const run = (services: HistoryServices) => markSent(services, email, mailing)
      return [created, { at: getMailingDay(created.at, mailing.sentAfter), name: `mailing sent: ${mailing.name}`, run }]
    }),
  ])
}

/** The post office takes letters on Saturdays. */
function getMailingDay(created: Date, days: number): Date {
  const at = new Date(created.getTime() + days * dayMs)
  return at.getUTCDay() === 0 ? new Date(at.getTime() + dayMs) : at
}

const unreachedStages: LeadStage[] = ['NEW', 'CONTACTED']

async function create({ as, log }: HistoryServices, email: string, planned: PlannedMailing): Promise<void> {
  const { name, orderName, template, periodDays = 90, isFollowUp } = planned
  const user = await as(email)
  const { items } = await user.call(letterTemplates.list)
  const templateId = items.find((one) => one.name === template)?.id
  const order = await findDelivered(user, orderName, { isPrivate: email === consumerEmail })
  if (!templateId) throw new Error(`there is no template ${template}`)
  if (!order) throw new Error(`there is no delivered order ${orderName}`)
  const audience = { orderId: order.id, ...(isFollowUp && { stages: unreachedStages }) }
  try {
    await user.call(mailings.create, { body: { name, templateId, audience, periodDays } })
  } catch (err) {
    // In a small demo all of them may have got mail before.
    if (!isRefusal(err, [422])) throw err
    log.warn({ name, reason: String(err) }, "A mailing of the demo's history was refused")
  }
}

async function markSent({ as, clock }: HistoryServices, email: string, { name }: PlannedMailing): Promise<void> {
  const { call } = await as(email)
  const { items } = await call(mailings.list, { query: { limit: 100 } })
  const id = items.find((mailing) => mailing.name === name)?.id
  const sentOn = clock.now().toISOString().slice(0, 10)
  if (id) await call(mailings.change, { params: { id }, body: { sentOn } })
}
