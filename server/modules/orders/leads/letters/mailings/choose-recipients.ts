import { dayMs } from '@dooryard/contract/api/time'
import {
  type MailingExclusion,
  type MailingPreview,
  type MailingQuery,
  mailingExclusions,
  maxMailingLeads,
} from '@dooryard/contract/leads/letters'
import type { Context } from '../../../../../platform/context.ts'
import { appError, notFound } from '../../../../../platform/errors/app-error.ts'
import { type FontMeasure, getFontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { type AddressEntry, normalizeMailbox } from '../../../../properties/index.ts'
import { requireSuppressionLists } from '../../../suppression/match-lists.ts'
import { findListedEntries } from '../../../suppression/suppression.queries.ts'
import { formatAddressee, formatMailingAddress, type MailingAddress } from '../letter-texts.ts'
import { type AudienceLead, listAudience, listEarlierMail } from './audience.queries.ts'

export type ChosenRecipient = MailingAddress & {
  orderId: string
  propertyId: string
  ownerKey: string
  recipientKey: string
}

export type Chosen = Omit<MailingPreview, 'recipients'> & { recipients: ChosenRecipient[] }

type Candidate = { lead: AudienceLead; recipient: ChosenRecipient }

/**
 * Chooses who gets mail: each owner once at each mailing address. Every lead that is left out counts under its first
 * reason. NOT_FOUND if a named lead is not the user's, UNPROCESSABLE for too many leads.
 */
export async function chooseRecipients(ctx: Context, choice: MailingQuery): Promise<Chosen> {
  const leads = await readAudience(ctx, choice)
  const fonts = await getFontMeasure()
  const candidates = leads.flatMap((lead) => toCandidate(lead, fonts) ?? [])
  const excluded = new Map<MailingExclusion, number>([['NO_ADDRESS', leads.length - candidates.length]])
  const isSuppressed = await readSuppressed(ctx, choice.suppressionListIds, candidates)
  const earlier = await readEarlier(ctx, choice)
  const chosen = new Map<string, ChosenRecipient>()
  for (const { lead, recipient } of candidates) {
    const reason: MailingExclusion | undefined = isSuppressed(lead)
      ? 'SUPPRESSED'
      : earlier.isSent(recipient)
        ? 'SENT_RECENTLY'
        : chosen.has(recipient.recipientKey)
          ? 'DUPLICATE'
          : undefined
    if (reason) excluded.set(reason, (excluded.get(reason) ?? 0) + 1)
    else chosen.set(recipient.recipientKey, recipient)
  }
  const recipients = [...chosen.values()]
  return {
    leads: leads.length,
    recipients,
    excluded: mailingExclusions.values.flatMap((reason) => {
      const count = excluded.get(reason) ?? 0
      return count > 0 ? [{ reason, leads: count }] : []
    }),
    unsent: recipients.filter(earlier.isWaiting).length,
  }
}

async function readAudience({ db, actor, clock }: Context, { audience }: MailingQuery): Promise<AudienceLead[]> {
  const { userId } = actor
  if (audience.leads) {
    const named = new Set(audience.leads.map(({ orderId, propertyId }) => `${orderId} ${propertyId}`))
    const found = await listAudience(db, { userId, leads: audience.leads }, named.size)
    if (found.length < named.size) throw notFound('One of these leads')
  }
  const { task, ...filter } = audience
  const byTask = task && { task: { state: task, now: clock.now() } }
  const leads = await listAudience(db, { userId, ...filter, ...byTask }, maxMailingLeads + 1)
  if (leads.length <= maxMailingLeads) return leads
  const most = maxMailingLeads.toLocaleString('en-US')
  throw appError('UNPROCESSABLE', `A mailing is chosen from at most ${most} leads. Choose an order, a stage or a tag.`)
}

function toCandidate(lead: AudienceLead, { toPrinted }: FontMeasure): Candidate | null {
  const address = formatMailingAddress(lead, toPrinted)
  if (!address) return null
  const { orderId, propertyId, ownerKey } = lead
  // An owner without a key is told apart by name.
  const owner = ownerKey || lead.ownerNames.join(' ').toUpperCase()
  const recipientKey = [owner, normalizeMailbox(address.street), address.zip.slice(0, 5)].join('|')
  const addressee = formatAddressee(lead, toPrinted)
  return { lead, recipient: { orderId, propertyId, ownerKey, recipientKey, addressee, ...address } }
}

const toKey = ({ kind, zip, value }: AddressEntry) => `${kind}|${zip}|${value}`

/** What a list would have to say for a lead to be on it, as lists exclude properties from orders. */
function listEntries(lead: AudienceLead): AddressEntry[] {
  const toEntry = (kind: 'ADDRESS' | 'LINE', zip: string | null, parts: (string | null)[]): AddressEntry => ({
    kind,
    zip: zip?.slice(0, 5) ?? '',
    value: normalizeMailbox(parts.filter(Boolean).join(' ')),
  })
  const own = [lead.address, lead.unit]
  return [
    { kind: 'PROPERTY', zip: '', value: lead.propertyId },
    toEntry('ADDRESS', lead.zip, own),
    toEntry('ADDRESS', lead.mailingZip, [lead.mailingAddress]),
    toEntry('LINE', lead.zip, [...own, lead.city, lead.state]),
    toEntry('LINE', lead.mailingZip, [lead.mailingAddress, lead.mailingCity, lead.mailingState]),
  ]
}

async function readSuppressed({ db, actor }: Context, listIds: readonly string[], candidates: readonly Candidate[]) {
  const lists = await requireSuppressionLists(db, { userId: actor.userId, listIds })
  if (lists.length === 0) return () => false
  const asked = candidates.flatMap(({ lead }) => listEntries(lead))
  const listed = await findListedEntries(db, listIds, asked)
  const keys = new Set(listed.map(toKey))
  return (lead: AudienceLead) => listEntries(lead).some((entry) => keys.has(toKey(entry)))
}

/** Who got mail within the period, as an owner at an address or as a lead. */
async function readEarlier({ db, actor, clock }: Context, { periodDays, repeatScope, templateId }: MailingQuery) {
  const after = new Date(clock.now().getTime() - periodDays * dayMs).toISOString().slice(0, 10)
  const mails = await listEarlierMail(db, {
    userId: actor.userId,
    after,
    templateId: repeatScope === 'TEMPLATE' ? templateId : undefined,
  })
  const toKeys = (isSent: boolean) =>
    new Set(
      mails
        .filter((mail) => mail.isSent === isSent)
        .flatMap((mail) => [mail.recipientKey, `${mail.propertyId} ${mail.ownerKey}`]),
    )
  const isIn = (keys: ReadonlySet<string>) => (recipient: ChosenRecipient) =>
    keys.has(recipient.recipientKey) || keys.has(`${recipient.propertyId} ${recipient.ownerKey}`)
  return { isSent: periodDays === 0 ? () => false : isIn(toKeys(true)), isWaiting: isIn(toKeys(false)) }
}
