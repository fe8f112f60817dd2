import { setTimeout as sleep } from 'node:timers/promises'
import { minuteMs } from '@dooryard/contract/time'
import {
  type AskOptions,
  type ContactDesk,
  type ContactVendor,
  noVendor,
  type TracedOwner,
  VendorError,
} from '../contact-vendor.ts'
import { readAnswer } from './read-answer.ts'

export type HttpVendorSettings = {
  url: string
  key: string
  name: string
  dailyLimit: number
  batchSize?: number
  timeoutMs?: number
  tries?: number
  /** The pause before the second try, about; doubled before each more. */
  pauseMs?: number
}

type Settings = Required<HttpVendorSettings>

const defaults = { batchSize: 100, timeoutMs: 30_000, tries: 4, pauseMs: 1_000 }

/** Whoever says "later than this" is not waited for: the batch fails, and the step that asked is tried again. */
const longestRetryAfterMs = minuteMs
const marginMs = 10_000

/** A vendor with a batch endpoint; docs/operations.md says what is sent to it and what it answers. */
export function httpVendor(given: HttpVendorSettings): ContactVendor {
  const settings: Settings = { ...defaults, ...given }
  return {
    name: settings.name,
    batchSize: settings.batchSize,
    dailyLimit: settings.dailyLimit,
    longestTryMs: settings.timeoutMs + marginMs,
    ask: async (owners, options) => {
      const body = JSON.stringify({ owners: owners.map(presentOwner) })
      const text = await askPatiently(settings, body, options)
      return readAnswer(text, owners)
    },
  }
}

const presentOwner = ({ ownerKey, names, mailing, property }: TracedOwner) => ({
  ownerKey,
  names,
  mailingAddress: mailing,
  propertyAddress: property,
})

type Trouble = { message: string; wasProcessed: boolean; mayPass: boolean; waitMs?: number | undefined }

async function askPatiently(settings: Settings, body: string, options: AskOptions): Promise<string> {
  const { tries = settings.tries, signal } = options
  let wasProcessed = false
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askOnce(settings, body, options)
    if (typeof outcome === 'string') return outcome
    wasProcessed ||= outcome.wasProcessed
    const { waitMs = backOff(settings, attempt) } = outcome
    if (!outcome.mayPass || attempt >= tries || waitMs > longestRetryAfterMs)
      throw new VendorError(outcome.message, { wasProcessed })
    await sleep(waitMs, undefined, signal && { signal })
  }
}

/** Between half and all of a pause that doubles, so that those who failed together do not come back together. */
const backOff = ({ pauseMs }: Settings, attempt: number) => pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)

async function askOnce(settings: Settings, body: string, options: AskOptions): Promise<string | Trouble> {
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
      // The key is for this address alone.
      redirect: 'manual',
    })
    if (response.status === 200) return await readBody(response)
    await response.body?.cancel()
    return refusal(response)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof VendorError) throw error
    if (timeout.aborted)
      return { message: `No answer within ${settings.timeoutMs / 1000} s.`, wasProcessed: true, mayPass: true }
    return networkTrouble(error)
  }
}

function refusal({ status, headers }: Response): Trouble {
  const message = `It answered with status ${status}.`
  if (status === 429) return { message, wasProcessed: false, mayPass: true, waitMs: retryAfter(headers) }
  if (status >= 500) return { message, wasProcessed: true, mayPass: true }
  // Something of the 200s may well have been work; a redirect or a refusal was not.
  return { message, wasProcessed: status < 300, mayPass: false }
}

/** What a busy vendor asks for, in seconds or as a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function retryAfter(headers: Headers): number | undefined {
  const said = headers.get('retry-after')?.trim()
  if (!said) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

// Nobody was reached.
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function networkTrouble(error: unknown): Trouble {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  const message = `It could not be reached${code ? ` (${code})` : ''}.`
  return { message, wasProcessed: code === undefined || !unreached.has(code), mayPass: true }
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

export const createDesk = (settings: HttpVendorSettings | undefined): ContactDesk =>
  settings ? { vendor: httpVendor(settings) } : noVendor
