import { drawLeads, readLeads } from '../server/modules/properties/index.ts'
import { isoDay } from '../server/modules/properties/search/clauses.ts'
import type { ClickHouse } from '../server/platform/clickhouse/client.ts'
import type { Clock } from '../server/platform/clock.ts'
import { findDifference, type Told, toldByApi, toPeerId } from './agree.ts'
import type { Ask } from './portal.ts'
import type { Peer } from './postgres-peer.ts'
import { matchingSql } from './postgres-sql.ts'
import type { Question } from './questions.ts'
import { readRim } from './rim.ts'

/** The API with the store behind it. */
export type ApiSide = { ask: Ask; clickhouse: ClickHouse; clock: Clock }

/** What the API says to a question, with the leads that were drawn for it. */
export type ApiAnswer = { told: Told; leads: readonly string[] }

export async function askApi(
  { ask, clickhouse, clock }: ApiSide,
  question: Question,
  turn: number,
): Promise<ApiAnswer> {
  const what = question.ask(turn)
  if (!('take' in what)) return { told: toldByApi(await ask(what.endpoint, what.body, what.at)), leads: [] }
  const selection = { criteria: what.take, asOf: clock.now(), quantity: what.quantity, seed: String(turn) }
  const drawn = await drawLeads(clickhouse, { ...selection, need: 'MAILABLE' })
  const leads: string[] = []
  for await (const some of readLeads(clickhouse, drawn, selection))
    leads.push(...some.map(({ lead }) => lead.propertyId))
  return { told: { count: leads.length }, leads }
}

type Compared = {
  question: Question
  turn: number
  api: ApiAnswer
  peer: Peer
  theirs: Told
} & Pick<ApiSide, 'clickhouse' | 'clock'>

/**
 * Throws where the two give different answers. Where properties lie within a metre of the rim of the circle that was
 * asked for, PostgreSQL is asked once more and takes those of them that the store has inside; then the answers must be
 * the same. Returns how many properties were settled in that way.
 */
export async function requireAgreement(compared: Compared): Promise<number> {
  const { question, turn, api, theirs } = compared
  await requireMatching(compared)
  const difference = findDifference(api.told, theirs)
  if (difference === undefined) return 0
  const { count, stillThere } = await settleRim(compared)
  if (count > 0 && stillThere === undefined) return count
  throw new Error(`${question.name}, turn ${turn}: ${stillThere ?? difference}.`)
}

async function settleRim({ question, turn, api, peer, clickhouse, clock }: Compared) {
  const circle = question.circle?.(turn)
  if (!circle) return { count: 0 }
  const atRim = await readRim(peer, clickhouse, circle)
  const settled = question.told(await peer.query(question.postgres(turn, { today: isoDay(clock.now()), atRim })))
  return { count: atRim.ids.length, stillThere: findDifference(api.told, settled) }
}

/** The two draw other leads, each by a hash of its own: those of the store must be among PostgreSQL's matches. */
async function requireMatching({ question, turn, api: { leads }, peer }: Compared): Promise<void> {
  const what = question.ask(turn)
  if (!('take' in what)) return
  const [row] = await peer.query(matchingSql(what.take, leads.map(toPeerId)))
  if (Number(row?.count) !== leads.length)
    throw new Error(`${question.name}, turn ${turn}: of ${leads.length} leads drawn PostgreSQL finds ${row?.count}.`)
}
