import type { ScrubResult } from '@dooryard/contract/api/enums'
import type { Contact } from '@dooryard/contract/orders/leads'
import type { Services } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type ScrubPlan, scrubNumbers } from '../../dnc/index.ts'
import type { ReportProgress } from '../fulfil/fenced-job.ts'
import { getLastRank, type LeadContacts, listLeadContacts } from '../leads/leads.queries.ts'

const batchSize = 5_000

export type ScrubResults = ReadonlyMap<string, ScrubResult>

type ScrubInput = {
  orderId: string
  plan: ScrubPlan
  after: number
  /** Candidates scrubbed per lookup: an order may have millions, and all numbers of one lookup are held in memory. */
  chunkSize?: number
}

type ScrubbedBatch = { results: ScrubResults; from: number; upTo: number; last: number }

export async function* scrubContactBatches(
  services: Pick<Services, 'db' | 'clickhouse'>,
  { orderId, plan, after, chunkSize = 100_000 }: ScrubInput,
): AsyncGenerator<ScrubbedBatch> {
  const last = await getLastRank(services.db, orderId)
  for (let from = after; from < last; from += chunkSize) {
    const upTo = Math.min(from + chunkSize, last)
    const numbers = new Set<string>()
    for await (const leads of readLeadContacts(services.db, orderId, from, upTo))
      for (const { contacts } of leads) for (const { type, value } of contacts) if (type === 'PHONE') numbers.add(value)
    yield { results: await scrubNumbers(services, plan, [...numbers]), from, upTo, last }
  }
}

type ScrubLeadsInput = ScrubInput & {
  report?: ReportProgress
  write: (leads: LeadContacts[]) => Promise<void>
}

export async function scrubLeads(
  services: Pick<Services, 'db' | 'clickhouse'>,
  { report, write, ...check }: ScrubLeadsInput,
): Promise<void> {
  const { orderId, after } = check
  for await (const { results, from, upTo, last } of scrubContactBatches(services, check)) {
    let done = from - after
    for await (const leads of readLeadContacts(services.db, orderId, from, upTo)) {
      await write(applyScrubResults(leads, results))
      done += leads.length
      await report?.(done, last - after)
    }
  }
}

export async function* readLeadContacts(
  db: Db,
  orderId: string,
  from: number,
  upTo: number,
): AsyncGenerator<LeadContacts[]> {
  for (let after = from; after < upTo; ) {
    const leads = await listLeadContacts(db, orderId, { after, upTo, limit: batchSize })
    if (leads.length > 0) yield leads
    if (leads.length < batchSize) return
    after = leads.at(-1)?.rank ?? upTo
  }
}

export const applyScrubResults = (leads: readonly LeadContacts[], results: ScrubResults): LeadContacts[] =>
  leads
    .filter(({ contacts }) => contacts.some(({ type }) => type === 'PHONE'))
    .map(({ rank, contacts }) => ({ rank, contacts: contacts.map((contact) => applyScrubResult(contact, results)) }))

/** Sets a phone's scrub result; a phone without a result was not scrubbed. */
export const applyScrubResult = (contact: Contact, results: ScrubResults): Contact =>
  contact.type === 'PHONE' ? { ...contact, scrub: results.get(contact.value) ?? 'NOT_SCRUBBED' } : contact

/** The leads with one of the numbers, each such clean number marked as one of an internal list. */
export const markListed = (leads: readonly LeadContacts[], numbers: ReadonlySet<string>): LeadContacts[] => {
  const isListed = ({ type, value, scrub }: Contact) => type === 'PHONE' && scrub === 'CLEAN' && numbers.has(value)
  return leads
    .filter(({ contacts }) => contacts.some(isListed))
    .map(({ rank, contacts }) => ({
      rank,
      contacts: contacts.map((one) => (isListed(one) ? { ...one, scrub: 'INTERNAL_DNC' } : one)),
    }))
}

/** Whether a number of the order has another result than the one stored with it. */
export async function hasChangedResults(db: Db, orderId: string, results: ScrubResults): Promise<boolean> {
  const isChanged = (contact: Contact) => applyScrubResult(contact, results).scrub !== contact.scrub
  for await (const leads of readLeadContacts(db, orderId, 0, await getLastRank(db, orderId)))
    if (leads.some(({ contacts }) => contacts.some(isChanged))) return true
  return false
}

export async function countCallableLeads(db: Db, orderId: string, results: ScrubResults): Promise<number> {
  let callable = 0
  for await (const leads of readLeadContacts(db, orderId, 0, await getLastRank(db, orderId)))
    callable += applyScrubResults(leads, results).filter(isCallable).length
  return callable
}

const isCallable = ({ contacts }: LeadContacts) => contacts.some(({ scrub }) => scrub === 'CLEAN')
