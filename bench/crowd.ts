import { setTimeout as sleep } from 'node:timers/promises'
import { properties } from '@dooryard/contract/properties'
import { type Timing, timed, timingOf } from './measure.ts'
import type { Ask } from './portal.ts'
import { counties } from './questions.ts'

/** As somebody does who drags a slider: a new count four times a second. */
const everyMs = 250

let turn = 1_000_000

/** A count of a county that nobody has asked for before. */
function countCounty(ask: Ask) {
  turn += 1
  const county = counties[turn % counties.length] ?? ''
  const criteria = { location: { counties: [county] }, property: { estimatedValue: { min: 1 + turn } } }
  return ask(properties.count, { criteria })
}

const countNation = (ask: Ask) => {
  turn += 1
  return ask(properties.count, {
    criteria: { property: { estimatedValue: { min: 1 + turn }, yearBuilt: { max: 1980 } } },
  })
}

/** A promise that is awaited later: should it fail until then, that ends the measurement and not the process. */
function keptForLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

type Dragging = { counts: number; signal: AbortSignal }

/** One user dragging; each count is sent when its time has come, whether or not the one before is answered. */
async function drag(ask: Ask, { counts, signal }: Dragging, outcome: Outcome): Promise<void> {
  const pending: Promise<void>[] = []
  for (let at = 0; at < counts; at++) {
    signal.throwIfAborted()
    const counting = timed(() => countCounty(ask)).then(({ ms }) => void outcome.times.push(ms), refusal(outcome))
    pending.push(keptForLater(counting))
    await sleep(everyMs)
  }
  await Promise.all(pending)
}

type Outcome = { times: number[]; refused: number }
const nothing = (): Outcome => ({ times: [], refused: 0 })

/** Counts what was refused because too many searches ran; throws anything else. */
const refusal = (outcome: Outcome) => (error: unknown) => {
  if (!(error instanceof Error && 'status' in error && error.status === 503)) throw error
  outcome.refused += 1
}

export type Crowd = {
  alone: Timing
  together: Timing
  besideNation: Timing
  nationCounts: number
  /** How many counts were refused because too many searches ran. */
  refused: number
}

/** County counts of one user alone, of all at once, and of one while another counts the nation over and over. */
export async function measureCrowd(users: readonly Ask[], dragging: Dragging): Promise<Crowd> {
  const [one, other] = users
  if (!one || !other) throw new Error('A crowd has two users at least.')
  const [alone, together, beside] = [nothing(), nothing(), nothing()]
  await drag(one, { ...dragging, counts: 5 }, nothing())
  await drag(one, dragging, alone)
  await Promise.all(
    users.map(async (ask, at) => {
      // Not in step with each other.
      await sleep((at * everyMs) / users.length)
      await drag(ask, dragging, together)
    }),
  )
  let nationCounts = 0
  let isDragging = true
  const nation = async () => {
    for (; isDragging; nationCounts += 1) await countNation(other).catch(refusal(beside))
  }
  const counting = keptForLater(nation())
  await drag(one, dragging, beside).finally(() => {
    isDragging = false
  })
  await counting
  return {
    alone: timingOf(alone.times),
    together: timingOf(together.times),
    besideNation: timingOf(beside.times),
    nationCounts,
    refused: alone.refused + together.refused + beside.refused,
  }
}
