import { dayMs } from '@dooryard/contract/api/time'
import { leadTasks } from '@dooryard/contract/leads/tasks'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { toWallMs } from '../../../platform/util/zoned-time.ts'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

type PlannedTask = {
  email: string
  daysAgo: number
  /** Negative for days to come. */
  dueDaysAgo: number
  title: string
  note?: string
  time?: string
  doneDaysAgo?: number
}

const timeZone = 'America/Chicago'
const [erin, casey] = [enterpriseEmail, consumerEmail]

const tasks: readonly PlannedTask[] = [
  { email: erin, daysAgo: 44, dueDaysAgo: 40, title: 'Call', doneDaysAgo: 40 },
  { email: erin, daysAgo: 31, dueDaysAgo: 28, title: 'Send the offer', doneDaysAgo: 27 },
  { email: erin, daysAgo: 22, dueDaysAgo: 15, title: 'Visit', note: 'Bring the moisture meter', doneDaysAgo: 15 },
  { email: erin, daysAgo: 19, dueDaysAgo: 12, title: 'Call the executor', doneDaysAgo: 11 },
  { email: erin, daysAgo: 13, dueDaysAgo: 4, title: 'Follow up' },
  {
    email: erin,
    daysAgo: 9,
    dueDaysAgo: 2,
    title: 'Call about the lien',
    note: 'Ask for Mr. Brandel at the title office',
  },
  { email: erin, daysAgo: 8, dueDaysAgo: 1, title: 'Send letter' },
  { email: erin, daysAgo: 7, dueDaysAgo: 0, title: 'Call', time: '16:30' },
  { email: erin, daysAgo: 5, dueDaysAgo: 0, title: 'Walk it with the contractor', time: '11:00' },
  { email: erin, daysAgo: 3, dueDaysAgo: 0, title: 'Ask for a closing date' },
  { email: erin, daysAgo: 4, dueDaysAgo: -1, title: 'Call', note: 'Only after six' },
  { email: erin, daysAgo: 2, dueDaysAgo: -3, title: 'Visit' },
  { email: erin, daysAgo: 1, dueDaysAgo: -6, title: 'Follow up' },
  { email: casey, daysAgo: 10, dueDaysAgo: 3, title: 'Call' },
  { email: casey, daysAgo: 6, dueDaysAgo: 0, title: 'Send letter' },
  { email: casey, daysAgo: 2, dueDaysAgo: -2, title: 'Call again' },
]

/** What people want to do next about leads: done, overdue, due on the day of the start, and later. */
export const planTasks: HistoryGenerator = (period, random) => {
  const toDay = (daysAgo: number) =>
    new Date(toWallMs(period.endsAt.getTime() - daysAgo * dayMs, timeZone)).toISOString().slice(0, 10)
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  return tasks.flatMap((task) => {
    const { daysAgo, dueDaysAgo, title, doneDaysAgo } = task
    const place = random.number.int(19)
    return [
      step(daysAgo, `task ${daysAgo} days ago: ${title}`, (services) =>
        add(services, task, { day: toDay(dueDaysAgo), place }),
      ),
      ...(doneDaysAgo === undefined
        ? []
        : [step(doneDaysAgo, `task done ${doneDaysAgo} days ago: ${title}`, (services) => finish(services, task))]),
    ]
  })
}

async function add(services: HistoryServices, task: PlannedTask, { day, place }: { day: string; place: number }) {
  const { email, title, note, time } = task
  const { call } = await services.as(email)
  const stages = ['NEGOTIATING', 'FOLLOW_UP', 'CONTACTED', 'NEW'] as const
  const lists = await Promise.all(stages.map((stage) => call(leadBoard.list, { query: { stage, limit: 7 } })))
  const leads = lists.flatMap(({ items }) => items)
  const lead = leads[place % leads.length]
  if (!lead) return
  const due = { day, timeZone, ...(time && { time }) }
  const refs = [{ orderId: lead.orderId, propertyId: lead.propertyId }]
  await call(leadTasks.create, { body: { leads: refs, title, due, ...(note && { note }) } })
}

async function finish(services: HistoryServices, { email, title }: PlannedTask): Promise<void> {
  const { call } = await services.as(email)
  const open = await Promise.all(
    (['DUE', 'UPCOMING'] as const).map((state) => call(leadTasks.list, { query: { state, limit: 100 } })),
  )
  const found = open.flatMap(({ items }) => items).find((task) => task.title === title)
  if (found) await call(leadTasks.change, { body: { taskIds: [found.id], isDone: true } })
}
