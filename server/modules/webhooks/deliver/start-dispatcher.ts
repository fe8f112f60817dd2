import { setTimeout as sleep } from 'node:timers/promises'
import { webhookTimeoutMs } from '@dooryard/contract/integrations/webhooks'
import PQueue from 'p-queue'
import type { Dispatcher as Agent } from 'undici'
import type { Services } from '../../../platform/context.ts'
import type { EventHub } from '../../../platform/live/event-hub.ts'
import { newId } from '../../../platform/util/ids.ts'
import { webhooksTopic } from '../events/emit-event.ts'
import { releaseAllLeases, releaseAttemptLeases } from './attempts.queries.ts'
import { type ClaimedAttempt, type ConcurrencySlots, claimAttempts } from './claim.queries.ts'
import { createDeliveryPool } from './delivery-pool.ts'
import type { DeliveryOutcome } from './outcome-rules.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type CompleteBody, createSigner, type SentAttempt, type SignPayload, sendAttempt } from './send-attempt.ts'

export type Dispatcher = {
  /** Attempts that do not finish in time are released. */
  stop: () => Promise<void>
}

const defaultOptions = {
  /** Concurrent requests of this process, to responsive and to hanging webhooks. */
  slots: { quick: 256, slow: 64 } as ConcurrencySlots,
  maxHanging: 512,
  /** The maximum share of these slots for one user. */
  shareOfUser: 1 / 4,
  perWebhook: 8,
  timeoutMs: webhookTimeoutMs as number,
  hungMs: 2_000,
  /** Longer than a request and its record take; after that another process sends the attempt. */
  leaseMs: 30_000,
  pollMs: 1_000,
  drainMs: 10_000,
}

/** Delay that lets one claim or one record transaction collect more attempts. */
const batchDelayMs = 5

/**
 * Sending pauses above this, for example when the database is slow: attempts that cannot be recorded would be sent
 * again.
 */
const maxUnrecorded = 1_000

type DispatcherOptions = Partial<typeof defaultOptions> & {
  hub: EventHub
  agent: Agent
  /** Rejects where the link cannot be created. */
  completeBody?: (body: string) => Promise<string>
  /** True when no other process can be sending: every lease was left by a process that has ended. */
  releaseAllLeasesAtStart?: boolean
}

/** Claims due attempts when announced and at intervals, sends them and records their results. */
export async function startDispatcher(services: Services, options: DispatcherOptions): Promise<Dispatcher> {
  const settings = { ...defaultOptions, ...options }
  const { hub, pollMs, drainMs, releaseAllLeasesAtStart } = settings
  if (releaseAllLeasesAtStart) await releaseAllLeases(services.db)
  let isStopping = false
  const pool = createDeliveryPool(settings, () => claimRunner.ask())
  const recorder = createRecorder(services, () => claimRunner.ask())
  const sender = createSender(services, { ...settings, pool, record: recorder.add })
  const claimAndSend = async () => {
    if (isStopping || recorder.waiting() >= maxUnrecorded) return
    const claimed = await claimDueAttempts(services, settings, pool.room())
    sender.send(claimed)
    if (claimed.length > 0) claimRunner.ask()
    await sleep(batchDelayMs)
  }
  const claimRunner = createCoalescedRunner(() =>
    claimAndSend().catch((error) => services.log.warn({ err: error }, 'claiming due deliveries failed')),
  )
  const unsubscribe = hub.subscribe([webhooksTopic], claimRunner.ask)
  const poll = setInterval(claimRunner.ask, pollMs)
  claimRunner.ask()
  return {
    stop: async () => {
      isStopping = true
      unsubscribe()
      clearInterval(poll)
      await claimRunner.settled()
      const aborted = await sender.drain(drainMs)
      await recorder.close()
      if (aborted.length > 0) await releaseAttemptLeases(services.db, aborted)
    },
  }
}

async function claimDueAttempts(
  { db, clock }: Services,
  settings: typeof defaultOptions,
  freeSlots: ConcurrencySlots,
): Promise<ClaimedAttempt[]> {
  if (freeSlots.quick + freeSlots.slow === 0) return []
  const { slots, shareOfUser } = settings
  const perUser = { quick: Math.ceil(slots.quick * shareOfUser), slow: Math.ceil(slots.slow * shareOfUser) }
  return claimAttempts(db, { ...settings, ...freeSlots, perUser, lease: newId(), now: clock.now() })
}

type SenderOptions = {
  agent: Agent
  completeBody?: DispatcherOptions['completeBody']
  pool: ReturnType<typeof createDeliveryPool>
  record: (outcome: DeliveryOutcome) => void
}

function createSender({ secrets, clock, log }: Services, { agent, pool, record, completeBody }: SenderOptions) {
  const inFlight = new Set<Promise<void>>()
  const completeOrLog: CompleteBody = async (body) => {
    try {
      return (await completeBody?.(body)) ?? null
    } catch (error) {
      log.warn({ err: error }, 'the link to a file could not be created for a webhook')
      return null
    }
  }
  const aborted: SentAttempt[] = []
  const sendClaimed = async (claimed: ClaimedAttempt, sign: SignPayload) => {
    const signal = pool.begin(claimed)
    const sent = await sendAttempt(claimed, { agent, clock, sign, signal, completeBody: completeOrLog })
    const { isLong, isAborted } = pool.land(claimed)
    if (isAborted && sent.responseCode === null) aborted.push(sent)
    else record({ ...sent, isHung: isLong && (sent.error !== null || signal.aborted) })
  }
  const waitForAll = () => Promise.all(inFlight)
  return {
    send: (claimed: readonly ClaimedAttempt[]) => {
      const signerByWebhook = new Map<string, SignPayload>()
      for (const one of claimed) {
        const sign = signerByWebhook.get(one.webhookId) ?? createSigner(secrets, one, clock.now())
        signerByWebhook.set(one.webhookId, sign)
        const post = sendClaimed(one, sign).finally(() => inFlight.delete(post))
        inFlight.add(post)
      }
    },
    drain: async (drainTimeoutMs: number): Promise<readonly SentAttempt[]> => {
      await Promise.race([waitForAll(), sleep(drainTimeoutMs, undefined, { ref: false })])
      pool.giveUp()
      await waitForAll()
      return aborted
    },
  }
}

function createRecorder(services: Services, onRecorded: () => void) {
  let pending: DeliveryOutcome[] = []
  let isClosing = false
  let closingTries = 2
  const record = async () => {
    await sleep(batchDelayMs)
    const batch = pending
    if (batch.length === 0) return
    pending = []
    try {
      await recordOutcomes(services, batch)
      onRecorded()
    } catch (error) {
      const count = batch.length
      if (isClosing) closingTries -= 1
      const isLastTry = closingTries === 0
      const consequence = isLastTry ? 'they will be sent again' : 'retrying'
      services.log.warn({ err: error, count }, `recording outcomes failed, ${consequence}`)
      if (isLastTry) return
      pending = [...batch, ...pending]
      await sleep(1000)
      recordRunner.ask()
    }
  }
  const recordRunner = createCoalescedRunner(record)
  return {
    waiting: () => pending.length,
    add: (outcome: DeliveryOutcome) => {
      pending.push(outcome)
      recordRunner.ask()
    },
    close: async () => {
      isClosing = true
      if (pending.length > 0) recordRunner.ask()
      await recordRunner.settled()
    },
  }
}

function createCoalescedRunner(work: () => Promise<void>) {
  const queue = new PQueue({ concurrency: 1 })
  const ask = () => {
    if (queue.size === 0) void queue.add(work)
  }
  return { ask, settled: () => queue.onIdle() }
}
