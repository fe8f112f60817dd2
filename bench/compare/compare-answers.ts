import { readLeads, selectLeads } from '../../server/modules/properties/index.ts'
import { toIsoDay } from '../../server/modules/properties/search/compile/clauses.ts'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import type { Clock } from '../../server/platform/util/clock.ts'
import type { Question } from '../data/questions.ts'
import type { CallApi } from '../runner/portal.ts'
import { type AnswerValues, findDifference, toApiValues, toPeerId } from './answer-values.ts'
import type { Peer } from './postgres-peer.ts'
import { matchingSql } from './postgres-sql.ts'
import { readRim } from './rim.ts'

/** The API and the property store behind it. */
export type ApiContext = { ask: CallApi; clickhouse: ClickHouse; clock: Clock }

/** The values that the API returns for a question, and the leads that were selected for it. */
export type ApiResult = { values: AnswerValues; leads: readonly string[] }

export async function queryApi(
  { ask, clickhouse, clock }: ApiContext,
  question: Question,
  turn: number,
): Promise<ApiResult> {
  const request = question.ask(turn)
  if (!('take' in request))
    return { values: toApiValues(await ask(request.endpoint, request.body, request.at)), leads: [] }
  const selection = { criteria: request.take, asOf: clock.now(), quantity: request.quantity, seed: String(turn) }
  const selected = await selectLeads(clickhouse, { ...selection, need: 'MAILABLE' })
  const leads: string[] = []
  for await (const some of readLeads(clickhouse, selected, selection))
    leads.push(...some.map(({ lead }) => lead.propertyId))
  return { values: { count: leads.length }, leads }
}

type Comparison = {
  question: Question
  turn: number
  api: ApiResult
  peer: Peer
  peerValues: AnswerValues
} & Pick<ApiContext, 'clickhouse' | 'clock'>

/**
 * Throws where the API and PostgreSQL differ. Where properties lie within a metre of the rim of the circle, PostgreSQL
 * is queried again with those of them that the store has inside; then the answers must be equal. Returns the number of
 * properties that were resolved this way.
 */
export async function requireAgreement(comparison: Comparison): Promise<number> {
  const { question, turn, api, peerValues } = comparison
  await requireMatchingLeads(comparison)
  const difference = findDifference(api.values, peerValues)
  if (difference === undefined) return 0
  const { count, stillThere } = await reconcileRim(comparison)
  if (count > 0 && stillThere === undefined) return count
  throw new Error(`${question.name}, turn ${turn}: ${stillThere ?? difference}.`)
}

async function reconcileRim({ question, turn, api, peer, clickhouse, clock }: Comparison) {
  const circle = question.circle?.(turn)
  if (!circle) return { count: 0 }
  const atRim = await readRim(peer, clickhouse, circle)
  const settled = question.toValues(await peer.query(question.postgres(turn, { today: toIsoDay(clock.now()), atRim })))
  return { count: atRim.ids.length, stillThere: findDifference(api.values, settled) }
}

/**
 * The API and PostgreSQL select different leads, each by its own hash: those of the API must be among PostgreSQL's
 * matches.
 */
async function requireMatchingLeads({ question, turn, api: { leads }, peer }: Comparison): Promise<void> {
  const request = question.ask(turn)
  if (!('take' in request)) return
  const [row] = await peer.query(matchingSql(request.take, leads.map(toPeerId)))
  if (Number(row?.count) !== leads.length)
    throw new Error(`${question.name}, turn ${turn}: of ${leads.length} leads drawn PostgreSQL finds ${row?.count}.`)
}
