import { toUnixSeconds } from '@dooryard/contract/time'
import { keptAnswerBytes, webhookTimeoutMs } from '@dooryard/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { type Dispatcher, errors, request } from 'undici'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Claimed } from './claim.queries.ts'
import type { Outcome } from './outcome-rules.ts'
import { stillSigning } from './previous-secrets-rules.ts'
import { openSecret } from './webhook-secrets.ts'

/** An answer is read so far; whoever says more is not listened to. */
const mostAnswerBytes = 64 * 1024

// One for whatever goes wrong before an answer: told apart, they would tell what listens where.
const unreachable = 'The endpoint could not be reached.'
// As after the master secret of the portal was changed.
const unsigned = 'This could not be signed. Give the webhook a new secret.'
const tooLate = `The endpoint did not answer within ${webhookTimeoutMs / 1000} seconds.`

type Sealed = Pick<Claimed, 'secret' | 'previousSecrets'>

/** Null where a secret does not open. */
export function signerOf(secrets: Secrets, { secret, previousSecrets }: Sealed, now: Date) {
  const previous = stillSigning(previousSecrets, now).map(({ sealed }) => sealed)
  const keys = [secret, ...previous].map((sealed) => keyOf(secrets, sealed))
  const isWhole = keys.every((key) => key !== null)
  return (id: string, at: Date, body: string) => (isWhole ? keys.map((key) => key.sign(id, at, body)).join(' ') : null)
}

function keyOf(secrets: Secrets, sealed: string): Webhook | null {
  try {
    return new Webhook(openSecret(secrets, sealed))
  } catch {
    return null
  }
}

export type Sign = ReturnType<typeof signerOf>

export type Sent = Omit<Outcome, 'isHung'>

type Post = { agent: Dispatcher; clock: Clock; sign: Sign; signal: AbortSignal }

/** Sends one event to one webhook. Never rejects; an aborted signal is an answer that came too late. */
export async function sendAttempt(claimed: Claimed, { clock, ...given }: Post): Promise<Sent> {
  const { id, lease, webhookId, version, step } = claimed
  const sentAt = clock.now()
  const begun = performance.now()
  const told = await post(claimed, { ...given, sentAt })
  return { id, lease, webhookId, version, step, sentAt, durationMs: Math.round(performance.now() - begun), ...told }
}

type Told = Pick<Outcome, 'responseCode' | 'responseBody' | 'error'>

async function post(
  claimed: Claimed,
  { agent, sign, signal, sentAt }: Omit<Post, 'clock'> & { sentAt: Date },
): Promise<Told> {
  const { url, eventId, body } = claimed
  const nothing = { responseCode: null, responseBody: null }
  const signature = sign(eventId, sentAt, body)
  if (signature === null) return { ...nothing, error: unsigned }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Dooryard-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(toUnixSeconds(sentAt)),
    'webhook-signature': signature,
  }
  try {
    const ask = () => request(url, { dispatcher: agent, signal, method: 'POST', headers, body })
    const answer = await ask().catch((error) => {
      if (wasClosedBefore(error)) return ask()
      throw error
    })
    const responseBody = await beginningOf(answer.body)
    return { responseCode: answer.statusCode, responseBody, error: errorOf(answer.statusCode) }
  } catch {
    return { ...nothing, error: signal.aborted ? tooLate : unreachable }
  }
}

/**
 * Whether a connection that had brought an answer before was closed by the other side without another one. It may have
 * been idle for too long just as we took it again; the receiver drops a repeat by its id.
 */
const wasClosedBefore = (error: unknown) =>
  error instanceof errors.SocketError && error.socket !== null && (error.socket.bytesRead ?? 0) > 0

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isElsewhere = status >= 300 && status < 400
  return `The endpoint answered ${status}${isElsewhere ? ', and redirects are not followed' : ''}.`
}

/** How an answer begins, as text that a database takes. What came of one that broke off is how it began. */
export async function beginningOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of answer) {
      if (read < keptAnswerBytes) kept.push(chunk.subarray(0, keptAnswerBytes - read))
      read += chunk.length
      // Leaving the loop ends the connection.
      if (read >= mostAnswerBytes) break
    }
  } catch {
    // It was answered by its status, however its text ended.
  }
  // As of a stream, so that a character cut in two at the end is left out.
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: read > keptAnswerBytes })
  return text.replaceAll('\0', '\uFFFD')
}
