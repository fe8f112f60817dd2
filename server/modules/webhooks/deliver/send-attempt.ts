import { toUnixSeconds } from '@dooryard/contract/api/time'
import { maxStoredResponseBytes, webhookTimeoutMs } from '@dooryard/contract/integrations/webhooks'
import { Webhook } from 'standardwebhooks'
import { type Dispatcher, errors, request } from 'undici'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Clock } from '../../../platform/util/clock.ts'
import { hiddenLink } from '../events/emit-event.ts'
import { getActiveSecrets } from '../manage/previous-secrets-rules.ts'
import { decryptSecret } from '../manage/webhook-secrets.ts'
import type { ClaimedAttempt } from './claim.queries.ts'
import type { DeliveryOutcome } from './outcome-rules.ts'

/** Maximum bytes of a response that are read. */
const maxResponseBytes = 64 * 1024

// One message for every failure before a response: distinct ones would reveal which ports are open.
const unreachableMessage = 'The endpoint could not be reached.'
// For example after the portal's master secret has changed.
const unsignedMessage = 'This could not be signed. Give the webhook a new secret.'
const incompleteMessage = 'The link to the file could not be created.'
const timeoutMessage = `The endpoint did not answer within ${webhookTimeoutMs / 1000} seconds.`

type EncryptedSecrets = Pick<ClaimedAttempt, 'secret' | 'previousSecrets'>

/** Signs null when a secret cannot be decrypted. */
export function createSigner(secrets: Secrets, { secret, previousSecrets }: EncryptedSecrets, now: Date) {
  const previous = getActiveSecrets(previousSecrets, now).map(({ sealed: encrypted }) => encrypted)
  const keys = [secret, ...previous].map((encrypted) => decryptKey(secrets, encrypted))
  const hasAllKeys = keys.every((key) => key !== null)
  return (id: string, at: Date, body: string) =>
    hasAllKeys ? keys.map((key) => key.sign(id, at, body)).join(' ') : null
}

function decryptKey(secrets: Secrets, encrypted: string): Webhook | null {
  try {
    return new Webhook(decryptSecret(secrets, encrypted))
  } catch {
    return null
  }
}

export type SignPayload = ReturnType<typeof createSigner>

export type SentAttempt = Omit<DeliveryOutcome, 'isHung'>

/** Replaces the hidden link of an event's text by a new one; null if that fails. */
export type CompleteBody = (body: string) => Promise<string | null>

type PostOptions = {
  agent: Dispatcher
  clock: Clock
  sign: SignPayload
  signal: AbortSignal
  /** Without it, an event with a hidden link is not sent. */
  completeBody?: CompleteBody | undefined
}

/** Sends one event to one webhook. Never rejects; an aborted signal counts as a timeout. */
export async function sendAttempt(claimed: ClaimedAttempt, { clock, ...options }: PostOptions): Promise<SentAttempt> {
  const { id, lease, webhookId, version, step } = claimed
  const sentAt = clock.now()
  const startedAt = performance.now()
  const result = await postEvent(claimed, { ...options, sentAt })
  return {
    id,
    lease,
    webhookId,
    version,
    step,
    sentAt,
    durationMs: Math.round(performance.now() - startedAt),
    ...result,
  }
}

type PostResult = Pick<DeliveryOutcome, 'responseCode' | 'responseBody' | 'error'>

async function postEvent(
  claimed: ClaimedAttempt,
  { agent, sign, signal, sentAt, completeBody }: Omit<PostOptions, 'clock'> & { sentAt: Date },
): Promise<PostResult> {
  const { url, eventId } = claimed
  const noResponse = { responseCode: null, responseBody: null }
  const body = await getSentBody(claimed.body, completeBody)
  if (body === null) return { ...noResponse, error: incompleteMessage }
  const signature = sign(eventId, sentAt, body)
  if (signature === null) return { ...noResponse, error: unsignedMessage }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Dooryard-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(toUnixSeconds(sentAt)),
    'webhook-signature': signature,
  }
  try {
    const send = () => request(url, { dispatcher: agent, signal, method: 'POST', headers, body })
    const response = await send().catch((error) => {
      if (isStaleConnection(error)) return send()
      throw error
    })
    const responseBody = await readResponseStart(response.body)
    return { responseCode: response.statusCode, responseBody, error: formatStatusError(response.statusCode) }
  } catch {
    return { ...noResponse, error: signal.aborted ? timeoutMessage : unreachableMessage }
  }
}

async function getSentBody(stored: string, completeBody: CompleteBody | undefined): Promise<string | null> {
  if (!hasHiddenLink(stored)) return stored
  return (await completeBody?.(stored)) ?? null
}

/** Parses only what may have one: a name in an event can be the same text. */
const hasHiddenLink = (body: string): boolean =>
  body.includes(JSON.stringify(hiddenLink)) && JSON.parse(body).data?.file?.url === hiddenLink

/**
 * Whether the server closed a reused connection without responding. It may have timed out as idle just as we reused
 * it; the receiver drops a duplicate by its id.
 */
const isStaleConnection = (error: unknown) =>
  error instanceof errors.SocketError && error.socket !== null && (error.socket.bytesRead ?? 0) > 0

function formatStatusError(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isRedirect = status >= 300 && status < 400
  return `The endpoint answered ${status}${isRedirect ? ', and redirects are not followed' : ''}.`
}

/** The start of a response as text that the database can store. A response that breaks off yields what was received. */
export async function readResponseStart(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of response) {
      if (read < maxStoredResponseBytes) chunks.push(chunk.subarray(0, maxStoredResponseBytes - read))
      read += chunk.length
      // Leaving the loop closes the connection.
      if (read >= maxResponseBytes) break
    }
  } catch {
    // The status decides, however the body ended.
  }
  // Decodes as a stream, so that a character cut off at the end is dropped.
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: read > maxStoredResponseBytes })
  return text.replaceAll('\0', '\uFFFD')
}
