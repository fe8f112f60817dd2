import { setTimeout as sleep } from 'node:timers/promises'
import { buildMatchingSql } from '../../server/modules/properties/index.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import { measureTime, summarizeTimes, type Timing } from './measure.ts'

const pauseMs = 100

/** Counts properties by value and owner until `work` is done, each time by another value, and sums up the times. */
export async function watchCounts(clickhouse: ClickHouse, work: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  for (let turn = 0; !isDone; turn += 1) {
    const { ms } = await measureTime(() => countOnce(clickhouse, turn))
    times.push(ms)
    await sleep(pauseMs)
  }
  await working
  return summarizeTimes(times)
}

function countOnce(clickhouse: ClickHouse, turn: number) {
  const { matches, params, settings, options } = buildMatchingSql({
    asOf: new Date(),
    criteria: { owner: { ownerTypes: ['INDIVIDUAL'] }, property: { estimatedValue: { min: 100_000 + turn } } },
  })
  return clickhouse.rows(`select count() from properties where ${matches} ${settings}`, params, options)
}
