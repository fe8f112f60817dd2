import { properties } from '@dooryard/contract/properties/properties'
import { toIsoDay } from '../../server/modules/properties/search/compile/clauses.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import type { Services } from '../../server/platform/context.ts'
import { type ApiResult, queryApi, requireAgreement } from '../compare/compare-answers.ts'
import type { Peer } from '../compare/postgres-peer.ts'
import { buildQuestions, counties, type Question } from '../data/questions.ts'
import { measureInTurns, measureTime, type Subject, summarizeTimes, type Timing } from './measure.ts'
import type { CallApi } from './portal.ts'
import type { createRecorder, RecordedRead } from './recorder.ts'
import type { QuestionTimings } from './targets.ts'

type QuestionRun = {
  ask: CallApi
  recording: ReturnType<typeof createRecorder>
  services: Services
  peer: Peer | undefined
  rounds: number
  signal: AbortSignal
}

/** The same places are used again after this many turns. */
export const turnsPerCycle = 10

/** Measures every question in turns: through HTTP, the same reads without it, and PostgreSQL. */
export async function measureQuestions(
  given: QuestionRun,
  onQuestion: (name: string) => void,
): Promise<QuestionTimings[]> {
  const timings: QuestionTimings[] = []
  const owned = await findMultiPropertyOwners(given.services.clickhouse)
  for (const question of buildQuestions(owned)) {
    onQuestion(question.name)
    timings.push(await measureQuestion(given, question))
  }
  return timings
}

/** One property each of several owners with many properties. */
export async function findMultiPropertyOwners(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.rows<{ id: string }>(
    `select min(property_id) as id from properties where owner_key != 0
     group by owner_key order by count() desc, owner_key limit ${turnsPerCycle}`,
    {},
    { seconds: 600, memoryBytes: 8 * 1024 ** 3 },
  )
  return rows.map(({ id }) => id)
}

async function measureQuestion(given: QuestionRun, question: Question): Promise<QuestionTimings> {
  const atRim = { turns: 0, properties: 0 }
  const { subjects, compareAnswers } = buildSubjects(given, question, atRim)
  const timings = await measureInTurns(subjects, {
    rounds: given.rounds,
    warmUp: turnsPerCycle,
    ...(compareAnswers && { afterRound: compareAnswers }),
  })
  const timing = (name: string): Timing => timings.get(name) ?? summarizeTimes([])
  return { question, http: timing('http'), raw: timing('raw'), postgres: timings.get('postgres'), atRim }
}

/**
 * The three subjects. The raw reads repeat those that HTTP made for the same place one cycle earlier, so that either
 * can be the first to read it in a turn.
 */
function buildSubjects(
  given: QuestionRun,
  question: Question,
  atRim: QuestionTimings['atRim'],
): { subjects: Subject[]; compareAnswers?: (turn: number) => Promise<void> } {
  const { ask, recording, services, peer, signal } = given
  const { clock } = services
  const readsByTurn = new Map<number, RecordedRead[]>()
  let api: ApiResult = { values: {}, leads: [] }
  let peerRows: Record<string, unknown>[] = []
  // The store caches which granules a condition left empty, which would make the raw reads faster than those they
  // repeat.
  const dropConditionCache = async () => {
    signal.throwIfAborted()
    await services.clickhouse.run('system drop query condition cache')
  }
  const http: Subject = {
    name: 'http',
    before: async () => {
      await dropConditionCache()
      recording.begin()
    },
    run: async (turn) => {
      api = await queryApi({ ask, clickhouse: recording.store, clock }, question, turn)
    },
    after: async (turn) => readsByTurn.set(turn % turnsPerCycle, await recording.end()),
  }
  const raw: Subject = {
    name: 'raw',
    before: dropConditionCache,
    run: (turn) => recording.again(readsByTurn.get(turn % turnsPerCycle) ?? []),
  }
  if (!peer) return { subjects: [http, raw] }
  const postgres: Subject = {
    name: 'postgres',
    run: async (turn) => {
      peerRows = await peer.query(question.postgres(turn, { today: toIsoDay(clock.now()) }))
    },
  }
  const compareAnswers = async (turn: number) => {
    const { clickhouse } = services
    const peerValues = question.toValues(peerRows)
    const settled = await requireAgreement({ question, turn, api, peer, peerValues, clickhouse, clock })
    if (settled > 0) atRim.turns += 1
    atRim.properties += settled
  }
  return { subjects: [http, raw, postgres], compareAnswers }
}

/** Measures a count that was made before. */
export async function measureRepeatedCount(ask: CallApi, rounds: number): Promise<Timing> {
  const criteria = { location: { counties: counties.slice(0, 1) }, property: { estimatedValue: { min: 7 } } }
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const { ms } = await measureTime(() => ask(properties.count, { criteria }))
    if (round > 0) times.push(ms)
  }
  return summarizeTimes(times)
}
