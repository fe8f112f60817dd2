import { dayMs } from '@dooryard/contract/api/time'
import { campaignResults } from '@dooryard/contract/results/campaign-results'
import { SimpleFaker } from '@faker-js/faker'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { findDelivered } from './orders.ts'
import { enterpriseCampaigns, enterpriseEmail } from './plan.ts'

/** Cents for a letter with its stamp, and for a minute or two on the phone. */
const centsPerPiece = { MAIL_READY: 94, CALL_READY: 35 }
/** Responses per piece, on average. */
const responseRate = { MAIL_READY: 0.013, CALL_READY: 0.06 }

/** What came of each order: the day of the mailing, and the answers of the following weeks. */
export const planResults: HistoryGenerator = (period, random) =>
  enterpriseCampaigns.flatMap(({ campaignType, orders }) =>
    orders.flatMap(({ daysAgo, name }) =>
      [
        { after: random.number.int({ min: 2, max: 6 }), stage: 'SENT' as const },
        { after: random.number.int({ min: 12, max: 19 }), stage: 'RESPONSES' as const },
        { after: random.number.int({ min: 26, max: 38 }), stage: 'RESPONSES' as const },
        { after: random.number.int({ min: 55, max: 95 }), stage: 'DEALS' as const },
      ]
        .filter(({ after }) => after < daysAgo)
        .map(({ after, stage }): HistoryStep => {
          const seed = random.number.int(2 ** 31)
          return {
            at: pickWorkingTime(period, random, daysAgo - after),
            name: `results of ${name}, ${after} days later`,
            run: (services) => addResults(services, { orderName: name, campaignType, stage, seed }),
          }
        }),
    ),
  )

type Results = {
  orderName: string
  campaignType: keyof typeof responseRate
  stage: 'SENT' | 'RESPONSES' | 'DEALS'
  seed: number
}

async function addResults(services: HistoryServices, { orderName, campaignType, stage, seed }: Results) {
  const caller = await services.as(enterpriseEmail)
  const order = await findDelivered(caller, orderName)
  if (!order?.campaignId) return
  const pieces = order.deliveredQuantity
  const generated = generateResults(new SimpleFaker({ seed }), stage, { pieces, rate: responseRate[campaignType] })
  const numbers =
    stage === 'SENT'
      ? { mailed: pieces, otherCost: pieces * centsPerPiece[campaignType] + generated.extraCost }
      : generated.results
  if (Object.values(numbers).every((value) => value === 0)) return
  // They are entered in the evening, or on the day after.
  const day = new Date(services.clock.now().getTime() - (seed % 2) * dayMs).toISOString().slice(0, 10)
  const body = { day, orderId: order.id, ...numbers }
  await caller.call(campaignResults.add, { params: { campaignId: order.campaignId }, body })
}

function generateResults(
  random: SimpleFaker,
  stage: Results['stage'],
  { pieces, rate }: { pieces: number; rate: number },
) {
  const chance = () => random.number.float()
  const responses = Math.round(pieces * rate * (0.35 + chance() * 0.5))
  const appointments = Math.round(responses * (0.15 + chance() * 0.3))
  const deals = Math.min(2, Math.floor((pieces / 280) * (chance() + 0.45) + chance() * 0.4))
  const revenue = deals * (7_200 + Math.round(chance() * 90) * 100) * 100
  return {
    extraCost: Math.round(chance() * 40) * 100,
    results: stage === 'DEALS' ? { deals, revenue } : { responses, appointments },
  }
}
