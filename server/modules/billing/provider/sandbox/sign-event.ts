import { createHmac, timingSafeEqual } from 'node:crypto'
import { toUnixSeconds } from '@dooryard/contract/api/time'
import { z } from 'zod'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { parseJson } from '../../../../platform/util/json.ts'
import type { ProviderEvent, SignedEvent } from '../provider.ts'

export const signatureHeader = 'dooryard-sandbox-signature'

const toleranceSeconds = 300

type SigningDeps = Pick<Services, 'secrets' | 'clock'>

const Event = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.iso.datetime(),
  data: z.object({
    object: z.object({
      kind: z.enum(['CHECKOUT', 'SUBSCRIPTION', 'INVOICE', 'PAYMENT', 'OTHER']),
      id: z.string(),
      customer: z.string().optional(),
    }),
  }),
})

const computeSignature = ({ secrets }: SigningDeps, seconds: string, text: string) =>
  createHmac('sha256', secrets.derive('sandbox events')).update(`${seconds}.${text}`).digest()

export function signEvent(signing: SigningDeps, text: string): string {
  const seconds = String(toUnixSeconds(signing.clock.now()))
  return `t=${seconds},v1=${computeSignature(signing, seconds, text).toString('hex')}`
}

/** Parses an event; refuses it unless the sandbox signed it just now. */
export function readEvent(signing: SigningDeps, { text, header }: SignedEvent): ProviderEvent {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header(signatureHeader) ?? '') ?? []
  if (!seconds || !given) throw appError('VALIDATION', 'The event is not signed.')
  // Check the signature before the time, so that a forger learns nothing about the clock.
  if (!timingSafeEqual(Buffer.from(given, 'hex'), computeSignature(signing, seconds, text)))
    throw appError('VALIDATION', 'The signature of the event is invalid.')
  const off = Math.abs(signing.clock.now().getTime() / 1000 - Number(seconds))
  if (off > toleranceSeconds) throw appError('VALIDATION', 'The event was signed too long ago, or too far ahead.')
  return parseEvent(text)
}

function parseEvent(text: string): ProviderEvent {
  const parsed = Event.safeParse(parseJson(text))
  if (!parsed.success) throw appError('VALIDATION', 'The event has an unknown format.')
  const { id, type, created, data } = parsed.data
  const { customer, ...object } = data.object
  return { id, type, at: new Date(created), object, ...(customer && { customerId: customer }) }
}
