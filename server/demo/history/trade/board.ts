import type { LeadStage } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { type LabelColor, type LeadLabel, leadLabels } from '@dooryard/contract/leads/lead-labels'
import { type BoardLead, leadBoard } from '@dooryard/contract/orders/lead-board'
import { SimpleFaker } from '@faker-js/faker'
import { pickWorkingDays, pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryPeriod, HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { notesByStage } from './notes.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

type Board = {
  email: string
  /** The first session, in days before the end. */
  from: number
  sessionsPerWeek: number
  /** How many new leads are contacted in one. */
  contacted: { min: number; max: number }
  tags: Readonly<Record<string, LabelColor>>
  assignees: readonly string[]
}

const boards: readonly Board[] = [
  {
    ...{ email: enterpriseEmail, from: 390, sessionsPerWeek: 1.3, contacted: { min: 8, max: 60 } },
    tags: {
      Hot: 'red',
      'Needs roof': 'orange',
      Probate: 'violet',
      'Tenant in place': 'blue',
      'Price too high': 'gray',
    },
    assignees: ['Dana', 'Marcus', 'Erin'],
  },
  {
    ...{ email: consumerEmail, from: 366, sessionsPerWeek: 0.5, contacted: { min: 3, max: 20 } },
    tags: { 'Call again': 'yellow', 'Good one': 'green' },
    assignees: [],
  },
]

type Transition = { to: LeadStage; share: number; afterDays: number }

/** Of the leads that stayed at a stage for some days, the share that moves on in one session. */
const moves: Partial<Record<LeadStage, readonly Transition[]>> = {
  UNDER_CONTRACT: [
    { to: 'CLOSED', share: 0.5, afterDays: 24 },
    { to: 'DEAD', share: 0.08, afterDays: 15 },
  ],
  NEGOTIATING: [
    { to: 'UNDER_CONTRACT', share: 0.13, afterDays: 6 },
    { to: 'DEAD', share: 0.11, afterDays: 9 },
  ],
  FOLLOW_UP: [
    { to: 'NEGOTIATING', share: 0.035, afterDays: 8 },
    { to: 'DEAD', share: 0.06, afterDays: 14 },
  ],
  CONTACTED: [
    { to: 'FOLLOW_UP', share: 0.07, afterDays: 5 },
    { to: 'DEAD', share: 0.06, afterDays: 10 },
  ],
}

type PlannedNote = { stage: LeadStage; text: string }

/** People at their boards: leads move on over weeks, with labels and notes. */
export const planBoards: HistoryGenerator = (period, random) => {
  const notes = random.helpers.shuffle(
    Object.entries(notesByStage).flatMap(([stage, texts]) =>
      texts.map((text): PlannedNote => ({ stage: stage as LeadStage, text })),
    ),
  )
  // Two boards have no note in common.
  const share = Math.floor(notes.length * 0.7)
  const notesOfBoard = [notes.slice(0, share), notes.slice(share)]
  return boards.flatMap((board, index) => planBoard(period, random, board, notesOfBoard[index] ?? []))
}

function planBoard(period: HistoryPeriod, random: SimpleFaker, board: Board, notes: readonly PlannedNote[]) {
  const { email, from, sessionsPerWeek } = board
  const days = pickWorkingDays(period, random, { from, perWeek: sessionsPerWeek })
  const labels: HistoryStep = {
    at: pickWorkingTime(period, random, from + 1),
    name: `labels of ${email}`,
    run: (services) => createLabels(services, board),
  }
  const sessions = days.map((daysAgo, index): HistoryStep => {
    const seed = random.number.int(2 ** 31)
    // Early sessions have few leads to write about.
    const due = notes.filter((_, at) => Math.floor(((at + 1) / (notes.length + 1)) * days.length) === index)
    return {
      at: pickWorkingTime(period, random, daysAgo),
      name: `board of ${email}, ${daysAgo} days ago`,
      run: (services) => workAtBoard(services, board, { notes: due, random: new SimpleFaker({ seed }) }),
    }
  })
  return [labels, ...sessions]
}

async function createLabels(services: HistoryServices, { email, tags, assignees }: Board): Promise<void> {
  const { call } = await services.as(email)
  for (const [name, color] of Object.entries(tags))
    await call(leadLabels.create, { body: { kind: 'TAG', name, color } })
  for (const name of assignees) await call(leadLabels.create, { body: { kind: 'ASSIGNEE', name, color: 'blue' } })
}

type Session = { notes: readonly PlannedNote[]; random: SimpleFaker }

async function workAtBoard(services: HistoryServices, board: Board, { notes, random }: Session): Promise<void> {
  const caller = await services.as(board.email)
  const now = services.clock.now().getTime()
  for (const [from, transitions] of Object.entries(moves)) {
    const leads = await listStage(caller, from as LeadStage)
    const left = new Set(leads)
    for (const { to, share, afterDays } of transitions) {
      const going = [...left].filter(
        ({ stagedAt }) => now - Date.parse(stagedAt) > afterDays * dayMs && random.number.float() < share,
      )
      await moveLeads(caller, to, going)
      for (const lead of going) left.delete(lead)
    }
  }
  const { items: labels } = await caller.call(leadLabels.list)
  await contactNewLeads(caller, labels, { board, random })
  for (const note of notes) await writeNote(caller, note, random)
  if (random.number.float() < 0.4) await labelLead(caller, labels, random)
}

/** Newest first, as the board lists them. */
const listStage = async ({ call }: PastUser, stage: LeadStage, page = 1): Promise<readonly BoardLead[]> =>
  (await call(leadBoard.list, { query: { stage, limit: 60, page } })).items

type Labels = { addTags?: string[]; assigneeId?: string }

async function moveLeads({ call }: PastUser, stage: LeadStage, leads: readonly BoardLead[], labels: Labels = {}) {
  if (leads.length === 0) return
  const refs = leads.map(({ orderId, propertyId }) => ({ orderId, propertyId }))
  await call(bulkLeads.change, { body: { leads: refs, stage, ...labels } })
}

/** A batch of the leads that came last, mostly for one of the team. */
async function contactNewLeads(
  caller: PastUser,
  labels: readonly LeadLabel[],
  { board, random }: { board: Board; random: SimpleFaker },
) {
  const leads = await listStage(caller, 'NEW', random.helpers.arrayElement([1, 1, 2, 3]))
  const batch = random.helpers.shuffle([...leads]).slice(0, random.number.int(board.contacted))
  const people = labels.filter(({ kind }) => kind === 'ASSIGNEE')
  const assignee = people[random.number.int(people.length)]
  await moveLeads(caller, 'CONTACTED', batch, assignee && { assigneeId: assignee.id })
}

async function writeNote(caller: PastUser, { stage, text }: PlannedNote, random: SimpleFaker): Promise<void> {
  const leads = (await listStage(caller, stage)).filter(({ notes }) => notes < 3)
  // Most notes are about leads that moved lately.
  const lead = leads[Math.floor(random.number.float() ** 2 * leads.length)]
  if (!lead) return
  const params = { orderId: lead.orderId, propertyId: lead.propertyId }
  await caller.call(leadBoard.addNote, { params, body: { text } })
}

async function labelLead(caller: PastUser, labels: readonly LeadLabel[], random: SimpleFaker): Promise<void> {
  const stage = random.helpers.arrayElement(['FOLLOW_UP', 'FOLLOW_UP', 'NEGOTIATING', 'CONTACTED'] as const)
  const leads = (await listStage(caller, stage)).filter(({ tagIds }) => tagIds.length === 0)
  const tags = labels.filter(({ kind }) => kind === 'TAG')
  const lead = leads[random.number.int(Math.max(0, leads.length - 1))]
  const tag = tags[random.number.int(Math.max(0, tags.length - 1))]
  if (lead && tag) await moveLeads(caller, stage, [lead], { addTags: [tag.id] })
}
