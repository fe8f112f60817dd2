import { properties } from '@dooryard/contract/properties'
import { isoDay } from '../server/modules/properties/search/clauses.ts'
import type { ClickHouse } from '../server/platform/clickhouse/client.ts'
import type { Services } from '../server/platform/context.ts'
import { type ApiAnswer, askApi, requireAgreement } from './compare-answers.ts'
import { measureInTurns, type Subject, type Timing, timed, timingOf } from './measure.ts'
import type { Ask } from './portal.ts'
import type { Peer } from './postgres-peer.ts'
import { counties, type Question, questions } from './questions.ts'
import type { Read, recorder } from './recorder.ts'
import type { Figures } from './targets.ts'

type Given = {
  ask: Ask
  recording: ReturnType<typeof recorder>
  services: Services
  peer: Peer | undefined
  rounds: number
  signal: AbortSignal
}

/** After so many turns the same places come again. */
export const cycle = 10

/** Every question in turns: through HTTP, the same reads without it, and PostgreSQL. */
export async function measureQuestions(given: Given, onQuestion: (name: string) => void): Promise<Figures[]> {
  const figures: Figures[] = []
  const owned = await findHoldings(given.services.clickhouse)
  for (const question of questions(owned)) {
    onQuestion(question.name)
    figures.push(await measureQuestion(given, question))
  }
  return figures
}

/** A property of each of some owners who hold many. */
export async function findHoldings(clickhouse: ClickHouse): Promise<string[]> {
  const rows = await clickhouse.rows<{ id: string }>(
    `select min(property_id) as id from properties where owner_key != 0
     group by owner_key order by count() desc, owner_key limit ${cycle}`,
    {},
    { seconds: 600, memoryBytes: 8 * 1024 ** 3 },
  )
  return rows.map(({ id }) => id)
}

async function measureQuestion(given: Given, question: Question): Promise<Figures> {
  const atRim = { turns: 0, properties: 0 }
  const { subjects, compare } = subjectsOf(given, question, atRim)
  const timings = await measureInTurns(subjects, {
    rounds: given.rounds,
    warmUp: cycle,
    ...(compare && { afterRound: compare }),
  })
  const timing = (name: string): Timing => timings.get(name) ?? timingOf([])
  return { question, http: timing('http'), raw: timing('raw'), postgres: timings.get('postgres'), atRim }
}

/**
 * The three ways to ask. The raw reads are those that HTTP made for the same place a cycle before, so that either can
 * be first to read it in a turn.
 */
function subjectsOf(
  given: Given,
  question: Question,
  atRim: Figures['atRim'],
): { subjects: Subject[]; compare?: (turn: number) => Promise<void> } {
  const { ask, recording, services, peer, signal } = given
  const { clock } = services
  const made = new Map<number, Read[]>()
  let api: ApiAnswer = { told: {}, leads: [] }
  let theirs: Record<string, unknown>[] = []
  // The store remembers which blocks a condition left empty; the raw reads would have it easier than those they repeat.
  const forget = async () => {
    signal.throwIfAborted()
    await services.clickhouse.run('system drop query condition cache')
  }
  const http: Subject = {
    name: 'http',
    before: async () => {
      await forget()
      recording.begin()
    },
    run: async (turn) => {
      api = await askApi({ ask, clickhouse: recording.store, clock }, question, turn)
    },
    after: async (turn) => made.set(turn % cycle, await recording.end()),
  }
  const raw: Subject = {
    name: 'raw',
    before: forget,
    run: (turn) => recording.again(made.get(turn % cycle) ?? []),
  }
  if (!peer) return { subjects: [http, raw] }
  const postgres: Subject = {
    name: 'postgres',
    run: async (turn) => {
      theirs = await peer.query(question.postgres(turn, { today: isoDay(clock.now()) }))
    },
  }
  const compare = async (turn: number) => {
    const { clickhouse } = services
    const told = question.told(theirs)
    const settled = await requireAgreement({ question, turn, api, peer, theirs: told, clickhouse, clock })
    if (settled > 0) atRim.turns += 1
    atRim.properties += settled
  }
  return { subjects: [http, raw, postgres], compare }
}

/** A count that was made before. */
export async function repeatedCount(ask: Ask, rounds: number): Promise<Timing> {
  const criteria = { location: { counties: counties.slice(0, 1) }, property: { estimatedValue: { min: 7 } } }
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const { ms } = await timed(() => ask(properties.count, { criteria }))
    if (round > 0) times.push(ms)
  }
  return timingOf(times)
}
