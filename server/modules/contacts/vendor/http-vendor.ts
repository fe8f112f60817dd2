import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import { parseJson } from '../../../platform/util/json.ts'
import { normalizeEmail, normalizePhone, parseLineType } from '../contact-rules.ts'
import {
  type ContactProvider,
  type ContactVendor,
  type FoundContact,
  noContactProvider,
  type TracedOwner,
  VendorError,
  type VendorRequestOptions,
} from './contact-vendor.ts'

const VendorResponse = z.object({
  owners: z
    .array(
      z.object({
        ownerKey: z.string(),
        phones: z
          .array(z.object({ number: z.string().max(100), lineType: z.string().max(100).nullish() }))
          .max(100)
          .nullish(),
        emails: z.array(z.string().max(1000)).max(100).nullish(),
      }),
    )
    .max(10_000),
})

type ResponseOwner = z.infer<typeof VendorResponse>['owners'][number]

/**
 * Parses a response and returns each contact once. Skips invalid values and owners that were not requested. Throws
 * VendorError for any other shape.
 */
function parseVendorResponse(
  text: string,
  requested: readonly TracedOwner[],
): ReadonlyMap<string, readonly FoundContact[]> {
  const parsed = VendorResponse.safeParse(parseJson(text))
  if (!parsed.success) throw malformedResponse(parsed.error.issues[0]?.path.join('.'))
  const wanted = new Set(requested.map(({ ownerKey }) => ownerKey))
  const entriesByOwner = Map.groupBy(
    parsed.data.owners.filter(({ ownerKey }) => wanted.has(ownerKey)),
    ({ ownerKey }) => ownerKey,
  )
  return new Map(
    [...entriesByOwner].map(([ownerKey, ownerEntries]) => [
      ownerKey,
      ownerEntries.flatMap(toContacts).filter(createFirstFilter()),
    ]),
  )
}

// The error must not quote the response, which may contain personal phone numbers.
const malformedResponse = (where = '') =>
  new VendorError(`Its answer cannot be read${where ? `, at ${where}` : ''}.`, { wasProcessed: true })

function toContacts({ phones, emails }: ResponseOwner): FoundContact[] {
  const numbers = (phones ?? []).flatMap(({ number, lineType }) => {
    const value = normalizePhone(number)
    return value ? [{ kind: 'PHONE' as const, value, lineType: parseLineType(lineType ?? '') }] : []
  })
  const addresses = (emails ?? []).flatMap((email) => {
    const value = normalizeEmail(email)
    return value ? [{ kind: 'EMAIL' as const, value, lineType: '' as const }] : []
  })
  return [...numbers, ...addresses]
}

function createFirstFilter() {
  const seen = new Set<string>()
  return ({ value }: FoundContact) => !seen.has(value) && seen.add(value).size > 0
}

export type HttpVendorSettings = {
  url: string
  key: string
  name: string
  dailyLimit: number
  batchSize?: number
  timeoutMs?: number
  tries?: number
  /** Approximate pause before the second attempt; doubled before each further one. */
  pauseMs?: number
}

type Settings = Required<HttpVendorSettings>

const defaults = { batchSize: 100, timeoutMs: 30_000, tries: 4, pauseMs: 1_000 }

/** If a vendor asks for a longer pause, the batch fails and the calling step is retried later. */
const maxRetryAfterMs = minuteMs
const marginMs = 10_000

/** A vendor with a batch endpoint. docs/operations.md describes its requests and responses. */
export function createHttpVendor(input: HttpVendorSettings): ContactVendor {
  const settings: Settings = { ...defaults, ...input }
  return {
    name: settings.name,
    batchSize: settings.batchSize,
    dailyLimit: settings.dailyLimit,
    longestTryMs: settings.timeoutMs + marginMs,
    ask: async (owners, options) => {
      const body = JSON.stringify({ owners: owners.map(presentOwner) })
      const text = await requestWithRetries(settings, body, options)
      return parseVendorResponse(text, owners)
    },
  }
}

const presentOwner = ({ ownerKey, names, mailing, property }: TracedOwner) => ({
  ownerKey,
  names,
  mailingAddress: mailing,
  propertyAddress: property,
})

type RequestFailure = { message: string; wasProcessed: boolean; mayPass: boolean; waitMs?: number | undefined }

async function requestWithRetries(settings: Settings, body: string, options: VendorRequestOptions): Promise<string> {
  const { tries = settings.tries, signal } = options
  let wasProcessed = false
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await requestOnce(settings, body, options)
    if (typeof outcome === 'string') return outcome
    wasProcessed ||= outcome.wasProcessed
    const { waitMs = getBackoffMs(settings, attempt) } = outcome
    if (!outcome.mayPass || attempt >= tries || waitMs > maxRetryAfterMs)
      throw new VendorError(outcome.message, { wasProcessed })
    await sleep(waitMs, undefined, signal && { signal })
  }
}

/** Returns between half and all of an exponentially growing pause; the jitter spreads out retries. */
const getBackoffMs = ({ pauseMs }: Settings, attempt: number) =>
  pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)

async function requestOnce(
  settings: Settings,
  body: string,
  options: VendorRequestOptions,
): Promise<string | RequestFailure> {
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  try {
    const response = await fetch(settings.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.key}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': options.idempotencyKey,
      },
      body,
      signal,
      // The API key must not be sent to another address.
      redirect: 'manual',
    })
    if (response.status === 200) return await readBody(response)
    await response.body?.cancel()
    return toFailure(response)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof VendorError) throw error
    if (timeout.aborted)
      return { message: `No answer within ${settings.timeoutMs / 1000} s.`, wasProcessed: true, mayPass: true }
    return toNetworkFailure(error)
  }
}

function toFailure({ status, headers }: Response): RequestFailure {
  const message = `It answered with status ${status}.`
  if (status === 429) return { message, wasProcessed: false, mayPass: true, waitMs: getRetryAfterMs(headers) }
  if (status >= 500) return { message, wasProcessed: true, mayPass: true }
  // Other 2xx statuses may have been processed; redirects and client errors were not.
  return { message, wasProcessed: status < 300, mayPass: false }
}

/**
 * The delay requested by a busy vendor, in seconds or as a date.
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
function getRetryAfterMs(headers: Headers): number | undefined {
  const said = headers.get('retry-after')?.trim()
  if (!said) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

// Errors raised before a connection exists.
const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function toNetworkFailure(error: unknown): RequestFailure {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  const message = `It could not be reached${code ? ` (${code})` : ''}.`
  return { message, wasProcessed: code === undefined || !unreachableCodes.has(code), mayPass: true }
}

const maxBytes = 5 * 1024 * 1024

export async function readBody(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > maxBytes) throw new VendorError('Its answer is larger than 5 MB.', { wasProcessed: true })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

export const createContactProvider = (settings: HttpVendorSettings | undefined): ContactProvider =>
  settings ? { vendor: createHttpVendor(settings) } : noContactProvider
