import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { orderSchedule } from '../../../modules/orders/index.ts'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryPeriod, HistoryServices, HistoryStep } from '../history-step.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

const monthly = { day: 3, createdDaysAgo: 326 }
const weekly = { weekday: 1, createdDaysAgo: 152, pausedDaysAgo: 95 }
/** In Nashville, where that is 13:00 or 14:00 UTC. */
const time = '08:00'
const timeZone = 'America/Chicago'

/** A monthly order of new absentee owners that goes on, and a weekly one that was paused after two months. */
export const planRecurring: HistoryGenerator = (period, random) => {
  const pick = (daysAgo: number) => pickWorkingTime(period, random, daysAgo)
  const isDue = (day: Date, daysAgo: number) =>
    (daysAgo < monthly.createdDaysAgo && day.getUTCDate() === monthly.day) ||
    (daysAgo < weekly.createdDaysAgo && daysAgo > weekly.pausedDaysAgo && day.getUTCDay() === weekly.weekday)
  return [
    { at: pick(monthly.createdDaysAgo), name: 'recurring order of the enterprise', run: createMonthly },
    { at: pick(weekly.createdDaysAgo), name: 'recurring order of the consumer', run: createWeekly },
    { at: pick(weekly.pausedDaysAgo), name: 'recurring order paused', run: pauseWeekly },
    ...listDays(period, monthly.createdDaysAgo)
      .filter(({ day, daysAgo }) => isDue(day, daysAgo))
      .flatMap(planRuns),
  ]
}

const listDays = ({ endsAt }: HistoryPeriod, from: number) =>
  Array.from({ length: from - 1 }, (_, at) => ({
    daysAgo: from - at - 1,
    day: new Date(Math.floor((endsAt.getTime() - (from - at - 1) * dayMs) / dayMs) * dayMs),
  }))

/** The hour depends on daylight saving time; at the wrong one nothing is due. */
const planRuns = ({ day }: { day: Date }): HistoryStep[] =>
  [13, 14].map((hour) => ({
    at: new Date(day.getTime() + hour * hourMs + minuteMs),
    name: `recurring runs of ${day.toISOString().slice(0, 10)} at ${hour}`,
    run: (services) => orderSchedule(services)['queue-recurring-orders'].run(),
  }))

async function createMonthly(services: HistoryServices): Promise<void> {
  const { call } = await services.as(enterpriseEmail)
  const criteria: Criteria = { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_IN_STATE'] } }
  const campaign = { name: 'New absentee owners, monthly', campaignType: 'MAIL_READY', criteria } as const
  const { id: campaignId } = await call(campaigns.create, { body: campaign })
  await call(recurringOrders.create, {
    body: {
      ...{ name: 'Absentee, in state', campaignId, criteria },
      schedule: { every: 'MONTH', day: monthly.day, time, timeZone },
      ...{ maxLeads: 60, monthlyCredits: 100, onePerOwner: true },
    },
  })
}

async function createWeekly(services: HistoryServices): Promise<void> {
  const { call } = await services.as(consumerEmail)
  await call(recurringOrders.create, {
    body: {
      ...{ name: 'Ten letters a week', campaignType: 'MAIL_READY' },
      criteria: { location: { zips: ['37013', '37211'] }, signals: { anyOf: ['HIGH_EQUITY'] } },
      schedule: { every: 'WEEK', weekdays: [weekly.weekday], time, timeZone },
      ...{ maxLeads: 10, monthlyCredits: 60, onePerOwner: true },
    },
  })
}

async function pauseWeekly(services: HistoryServices): Promise<void> {
  const { call } = await services.as(consumerEmail)
  const { items } = await call(recurringOrders.list)
  for (const { id } of items) await call(recurringOrders.pause, { params: { id } })
}
