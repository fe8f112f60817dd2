import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toIsoDay } from '../../server/modules/properties/search/compile/clauses.ts'
import type { Services } from '../../server/platform/context.ts'
import { createSecrets } from '../../server/platform/crypto/secrets.ts'
import { createDiskFiles } from '../../server/platform/files/disk-files.ts'
import { createLog } from '../../server/platform/log.ts'
import { createMovableClock } from '../../server/test/clock.ts'
import { testClickHouse } from '../../server/test/stores/clickhouse.ts'
import { testDatabase } from '../../server/test/stores/database.ts'
import { generate, insertRolls } from '../data/generate.ts'
import type { Zip } from '../data/geography.ts'
import { buildOctagon, buildQuestions, metroCenters, type Question } from '../data/questions.ts'
import { findMultiPropertyOwners, turnsPerCycle } from '../runner/measure-questions.ts'
import { openPortal } from '../runner/portal.ts'
import { queryApi, requireAgreement } from './compare-answers.ts'
import { connectPeer, loadPeer } from './postgres-peer.ts'
import { moveToRims } from './rim-rows.fixture.ts'

type BothStores = Awaited<ReturnType<typeof openBothStores>>

/**
 * The API and PostgreSQL over the same generated rows: all near the centers that the bench uses, and some exactly at
 * the rims of its areas. `today` is the current date for both. Call `close` afterwards.
 */
export async function openBothStores({ rows, seed, today }: { rows: number; seed: number; today: string }) {
  const [database, store, peerDatabase] = await Promise.all([
    testDatabase(),
    testClickHouse(),
    testDatabase('template1'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-two-sides-'))
  const clock = createMovableClock()
  clock.advance(Date.parse(`${today}T12:00:00Z`) - Date.now())
  const { db, pool, connectionString } = database.app
  const services: Services = {
    db,
    clickhouse: store.clickhouse,
    files: createDiskFiles(folder),
    secrets: createSecrets(Buffer.alloc(32)),
    clock,
    log: createLog('silent'),
    publicUrl: 'http://localhost:3000',
  }
  const { signal } = new AbortController()
  const onProgress = () => undefined
  await generate(services.clickhouse, rows, { seed, isAmong: isNearby, onProgress, signal })
  await moveToRims(services.clickhouse, { circles: listCircles(), rings: listRings() })
  await insertRolls(services)
  const peer = await connectPeer(peerDatabase.connectionString)
  await loadPeer(peer, services.clickhouse, { onProgress, signal })
  const portal = await openPortal({ services, pool, connectionString })
  const ask = await portal.user('two-sides')
  const close = async () => {
    await Promise.all([portal.close(), peer.stop()])
    await Promise.all([database.close(), store.close(), peerDatabase.close()])
    await rm(folder, { recursive: true, force: true })
  }
  return { services, peer, ask, questions: buildQuestions(await findMultiPropertyOwners(services.clickhouse)), close }
}

/** About 30 miles around the centers: beyond the largest area of any question. */
const isNearby = ({ lat, lng }: Zip) =>
  metroCenters.some(([middleLat, middleLng]) => Math.abs(lat - middleLat) < 0.4 && Math.abs(lng - middleLng) < 0.5)

const turns = Array.from({ length: turnsPerCycle }, (_, turn) => turn)

/** The areas of all turns. */
const listCircles = () =>
  buildQuestions([]).flatMap(({ circle }) => (circle ? turns.map((turn) => circle(turn).near) : []))
const listRings = () =>
  turns.map((turn) => buildOctagon(metroCenters[turn % metroCenters.length] ?? metroCenters[0], turn))

/**
 * Queries both databases and throws where they differ. Returns the API's answer, and how many properties were
 * resolved.
 */
export async function queryBothStores(
  { services: { clickhouse, clock }, peer, ask }: BothStores,
  question: Question,
  turn: number,
) {
  const api = await queryApi({ ask, clickhouse, clock }, question, turn)
  const theirs = question.toValues(await peer.query(question.postgres(turn, { today: toIsoDay(clock.now()) })))
  const settled = await requireAgreement({ question, turn, api, peer, peerValues: theirs, clickhouse, clock })
  return { values: api.values, settled }
}

/**
 * Asks both databases every question this many times, each time a different one, because few half-typed addresses
 * exist.
 */
export async function queryAllQuestions(stores: BothStores, times: number) {
  const answers = new Map<string, Awaited<ReturnType<typeof queryBothStores>>[]>()
  for (const question of stores.questions)
    for (let turn = 0; turn < (question.name === 'address half typed' ? 10 * times : times); turn++) {
      const answer = await queryBothStores(stores, question, turn)
      answers.set(question.name, [...(answers.get(question.name) ?? []), answer])
    }
  return answers
}
