import type { Contact } from '@dooryard/contract/leads'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ScrubPlan, scrubNumbers } from '../dnc/index.ts'
import { type LeadContacts, lastRank, listContacts } from './leads.queries.ts'
import type { Report } from './order-task.ts'

const batch = 5_000

export type ScrubResults = ReadonlyMap<string, ScrubResult>

type Check = {
  orderId: string
  plan: ScrubPlan
  after: number
  /** Candidates whose numbers are looked up at once: an order may have millions, and each number is remembered. */
  atOnce?: number
}

type Checked = { results: ScrubResults; from: number; upTo: number; last: number }

export async function* checkContacts(
  services: Pick<Services, 'db' | 'clickhouse'>,
  { orderId, plan, after, atOnce = 100_000 }: Check,
): AsyncGenerator<Checked> {
  const last = await lastRank(services.db, orderId)
  for (let from = after; from < last; from += atOnce) {
    const upTo = Math.min(from + atOnce, last)
    const numbers = new Set<string>()
    for await (const leads of contactsBetween(services.db, orderId, from, upTo))
      for (const { contacts } of leads) for (const { type, value } of contacts) if (type === 'PHONE') numbers.add(value)
    yield { results: await scrubNumbers(services, plan, [...numbers]), from, upTo, last }
  }
}

type Scrub = Check & {
  report?: Report
  write: (leads: LeadContacts[]) => Promise<void>
}

export async function scrubLeads(
  services: Pick<Services, 'db' | 'clickhouse'>,
  { report, write, ...check }: Scrub,
): Promise<void> {
  const { orderId, after } = check
  for await (const { results, from, upTo, last } of checkContacts(services, check)) {
    let done = from - after
    for await (const leads of contactsBetween(services.db, orderId, from, upTo)) {
      await write(withResults(leads, results))
      done += leads.length
      await report?.(done, last - after)
    }
  }
}

export async function* contactsBetween(
  db: Db,
  orderId: string,
  from: number,
  upTo: number,
): AsyncGenerator<LeadContacts[]> {
  for (let after = from; after < upTo; ) {
    const leads = await listContacts(db, orderId, { after, upTo, limit: batch })
    if (leads.length > 0) yield leads
    if (leads.length < batch) return
    after = leads.at(-1)?.rank ?? upTo
  }
}

export const withResults = (leads: readonly LeadContacts[], results: ScrubResults): LeadContacts[] =>
  leads
    .filter(({ contacts }) => contacts.some(({ type }) => type === 'PHONE'))
    .map(({ rank, contacts }) => ({ rank, contacts: contacts.map((contact) => withResult(contact, results)) }))

/** A phone with its result: one that is not among them was not checked. */
export const withResult = (contact: Contact, results: ScrubResults): Contact =>
  contact.type === 'PHONE' ? { ...contact, scrub: results.get(contact.value) ?? 'NOT_SCRUBBED' } : contact

export async function countCallableBy(db: Db, orderId: string, results: ScrubResults): Promise<number> {
  let callable = 0
  for await (const leads of contactsBetween(db, orderId, 0, await lastRank(db, orderId)))
    callable += withResults(leads, results).filter(isCallable).length
  return callable
}

const isCallable = ({ contacts }: LeadContacts) => contacts.some(({ scrub }) => scrub === 'CLEAN')
