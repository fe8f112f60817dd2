import { setTimeout as sleep } from 'node:timers/promises'
import { properties } from '@dooryard/contract/properties/properties'
import { counties } from '../data/questions.ts'
import { measureTime, summarizeTimes, type Timing } from './measure.ts'
import type { CallApi } from './portal.ts'

/** A user who drags a slider: a new count four times a second. */
const intervalMs = 250

let turn = 1_000_000

/** Counts a county with criteria that were not used before. */
function countUniqueCounty(ask: CallApi) {
  turn += 1
  const county = counties[turn % counties.length] ?? ''
  const criteria = { location: { counties: [county] }, property: { estimatedValue: { min: 1 + turn } } }
  return ask(properties.count, { criteria })
}

const countWholeNation = (ask: CallApi) => {
  turn += 1
  return ask(properties.count, {
    criteria: { property: { estimatedValue: { min: 1 + turn }, yearBuilt: { max: 1980 } } },
  })
}

/**
 * Prevents an unhandled rejection of a promise that is awaited later, so that it ends the measurement and not the
 * process.
 */
function deferRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

type DragOptions = { counts: number; signal: AbortSignal }

/** One user dragging a slider; each count is sent on schedule, whether or not the previous one is answered. */
async function simulateDrag(ask: CallApi, { counts, signal }: DragOptions, result: DragResult): Promise<void> {
  const pending: Promise<void>[] = []
  for (let at = 0; at < counts; at++) {
    signal.throwIfAborted()
    const counting = measureTime(() => countUniqueCounty(ask)).then(
      ({ ms }) => void result.times.push(ms),
      countRefusals(result),
    )
    pending.push(deferRejection(counting))
    await sleep(intervalMs)
  }
  await Promise.all(pending)
}

type DragResult = { times: number[]; refused: number }
const createDragResult = (): DragResult => ({ times: [], refused: 0 })

/** Counts the requests refused because too many searches were running; throws any other error. */
const countRefusals = (result: DragResult) => (error: unknown) => {
  if (!(error instanceof Error && 'status' in error && error.status === 503)) throw error
  result.refused += 1
}

/** Drags a slider as a user until the work is done. */
export async function dragWhile(ask: CallApi, work: () => Promise<void>): Promise<void> {
  const drag = { isOver: false }
  const dragging = deferRejection(
    (async () => {
      for (; !drag.isOver; await sleep(intervalMs)) await countUniqueCounty(ask)
    })(),
  )
  await work().finally(() => {
    drag.isOver = true
  })
  await dragging
}

export type LoadTimings = {
  alone: Timing
  together: Timing
  duringNationalCounts: Timing
  nationCounts: number
  /** Counts refused because too many searches were running. */
  refused: number
}

/** County counts of one user alone, of all users at once, and of one user while another counts the nation in a loop. */
export async function measureLoad(users: readonly CallApi[], options: DragOptions): Promise<LoadTimings> {
  const [one, other] = users
  if (!one || !other) throw new Error('A crowd has two users at least.')
  const [alone, together, beside] = [createDragResult(), createDragResult(), createDragResult()]
  await simulateDrag(one, { ...options, counts: 5 }, createDragResult())
  await simulateDrag(one, options, alone)
  await Promise.all(
    users.map(async (ask, at) => {
      // Staggers the users.
      await sleep((at * intervalMs) / users.length)
      await simulateDrag(ask, options, together)
    }),
  )
  let nationCounts = 0
  let isDragging = true
  const nation = async () => {
    for (; isDragging; nationCounts += 1) await countWholeNation(other).catch(countRefusals(beside))
  }
  const counting = deferRejection(nation())
  await simulateDrag(one, options, beside).finally(() => {
    isDragging = false
  })
  await counting
  return {
    alone: summarizeTimes(alone.times),
    together: summarizeTimes(together.times),
    duringNationalCounts: summarizeTimes(beside.times),
    nationCounts,
    refused: alone.refused + together.refused + beside.refused,
  }
}
