import { setTimeout as sleep } from 'node:timers/promises'
import { webhookTimeoutMs } from '@dooryard/contract/webhooks'
import PQueue from 'p-queue'
import type { Dispatcher as Agent } from 'undici'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Hub } from '../../platform/live/hub.ts'
import { giveAllBack, giveBack } from './attempts.queries.ts'
import { type Claimed, claimAttempts, type Places } from './claim.queries.ts'
import { openFlights } from './flights.ts'
import type { Outcome } from './outcome-rules.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type Sent, type Sign, sendAttempt, signerOf } from './send-attempt.ts'
import { webhooksTopic } from './tell-webhooks.ts'

export type Dispatcher = {
  /** What does not end in time is given back. */
  stop: () => Promise<void>
}

const limits = {
  /** Posts at once of this process: to webhooks that answer, and to those that hang. */
  atOnce: { quick: 256, slow: 64 } as Places,
  mostHanging: 512,
  /** The most of these places for one user. */
  shareOfUser: 1 / 4,
  perWebhook: 8,
  timeoutMs: webhookTimeoutMs as number,
  hungMs: 2_000,
  /** Longer than a post and its record take; then another sends it. */
  leaseMs: 30_000,
  pollMs: 1_000,
  drainMs: 10_000,
}

/** For as long there may be more to take in one look, or to record in one transaction. */
const gatherMs = 5

/** While more is yet to be recorded, as when the database is slow, nothing is sent: it would be sent again. */
const mostUnrecorded = 1_000

type Options = Partial<typeof limits> & {
  hub: Hub
  agent: Agent
  /** True where nobody else can be sending: what is leased was left by a process that is gone. */
  giveAllBackAtStart?: boolean
}

/** Claims what is due when it is announced and by the clock, posts it, and records how it ended. */
export async function startDispatcher(services: Services, options: Options): Promise<Dispatcher> {
  const settings = { ...limits, ...options }
  const { hub, pollMs, drainMs, giveAllBackAtStart } = settings
  if (giveAllBackAtStart) await giveAllBack(services.db)
  let isStopping = false
  const flights = openFlights(settings, () => claiming.ask())
  const recorder = openRecorder(services, () => claiming.ask())
  const sender = openSender(services, { ...settings, flights, record: recorder.add })
  const claim = async () => {
    if (isStopping || recorder.waiting() >= mostUnrecorded) return
    const claimed = await claimDue(services, settings, flights.room())
    sender.send(claimed)
    if (claimed.length > 0) claiming.ask()
    await sleep(gatherMs)
  }
  const claiming = runOneAtATime(() =>
    claim().catch((error) => services.log.warn({ err: error }, 'webhooks wait: what is due could not be claimed')),
  )
  const unsubscribe = hub.subscribe([webhooksTopic], claiming.ask)
  const poll = setInterval(claiming.ask, pollMs)
  claiming.ask()
  return {
    stop: async () => {
      isStopping = true
      unsubscribe()
      clearInterval(poll)
      await claiming.settled()
      const givenUp = await sender.drain(drainMs)
      await recorder.close()
      if (givenUp.length > 0) await giveBack(services.db, givenUp)
    },
  }
}

async function claimDue({ db, clock }: Services, settings: typeof limits, room: Places): Promise<Claimed[]> {
  if (room.quick + room.slow === 0) return []
  const { atOnce, shareOfUser } = settings
  const perUser = { quick: Math.ceil(atOnce.quick * shareOfUser), slow: Math.ceil(atOnce.slow * shareOfUser) }
  return claimAttempts(db, { ...settings, ...room, perUser, lease: newId(), now: clock.now() })
}

type SenderOptions = { agent: Agent; flights: ReturnType<typeof openFlights>; record: (outcome: Outcome) => void }

function openSender({ secrets, clock }: Services, { agent, flights, record }: SenderOptions) {
  const posts = new Set<Promise<void>>()
  const givenUp: Sent[] = []
  const sendOne = async (claimed: Claimed, sign: Sign) => {
    const signal = flights.begin(claimed)
    const sent = await sendAttempt(claimed, { agent, clock, sign, signal })
    const { isLong, isGivenUp } = flights.land(claimed)
    if (isGivenUp && sent.responseCode === null) givenUp.push(sent)
    else record({ ...sent, isHung: isLong && (sent.error !== null || signal.aborted) })
  }
  const landed = () => Promise.all(posts)
  return {
    send: (claimed: readonly Claimed[]) => {
      const signs = new Map<string, Sign>()
      for (const one of claimed) {
        const sign = signs.get(one.webhookId) ?? signerOf(secrets, one, clock.now())
        signs.set(one.webhookId, sign)
        const post = sendOne(one, sign).finally(() => posts.delete(post))
        posts.add(post)
      }
    },
    drain: async (patienceMs: number): Promise<readonly Sent[]> => {
      await Promise.race([landed(), sleep(patienceMs, undefined, { ref: false })])
      flights.giveUp()
      await landed()
      return givenUp
    },
  }
}

function openRecorder(services: Services, whenRecorded: () => void) {
  let waiting: Outcome[] = []
  let isClosing = false
  let lastTries = 2
  const record = async () => {
    await sleep(gatherMs)
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    try {
      await recordOutcomes(services, batch)
      whenRecorded()
    } catch (error) {
      const count = batch.length
      if (isClosing) lastTries -= 1
      const isLastTry = lastTries === 0
      const what = isLastTry ? 'is lost, and they are sent again' : 'is tried again in a moment'
      services.log.warn({ err: error, count }, `how webhooks were sent could not be recorded: it ${what}`)
      if (isLastTry) return
      waiting = [...batch, ...waiting]
      await sleep(1000)
      recording.ask()
    }
  }
  const recording = runOneAtATime(record)
  return {
    waiting: () => waiting.length,
    add: (outcome: Outcome) => {
      waiting.push(outcome)
      recording.ask()
    },
    close: async () => {
      isClosing = true
      if (waiting.length > 0) recording.ask()
      await recording.settled()
    },
  }
}

function runOneAtATime(work: () => Promise<void>) {
  const queue = new PQueue({ concurrency: 1 })
  const ask = () => {
    if (queue.size === 0) void queue.add(work)
  }
  return { ask, settled: () => queue.onIdle() }
}
