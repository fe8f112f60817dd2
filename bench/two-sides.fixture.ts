import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoDay } from '../server/modules/properties/search/clauses.ts'
import type { Services } from '../server/platform/context.ts'
import { diskFiles } from '../server/platform/files.ts'
import { createLog } from '../server/platform/log.ts'
import { secretsFrom } from '../server/platform/secrets.ts'
import { testClickHouse } from '../server/test/clickhouse.ts'
import { movableClock } from '../server/test/clock.ts'
import { testDatabase } from '../server/test/database.ts'
import { askApi, requireAgreement } from './compare-answers.ts'
import { enterRolls, generate } from './generate.ts'
import type { Zip } from './geography.ts'
import { cycle, findHoldings } from './measure-questions.ts'
import { openPortal } from './portal.ts'
import { connectPeer, loadPeer } from './postgres-peer.ts'
import { middles, octagon, type Question, questions } from './questions.ts'
import { putAtRims } from './rim-rows.fixture.ts'

type Sides = Awaited<ReturnType<typeof openSides>>

/**
 * The API and PostgreSQL over the same generated rows: all near the places that the bench asks for, and some at the
 * very rims of its areas. `today` is the day on which both are asked. Close it after.
 */
export async function openSides({ rows, seed, today }: { rows: number; seed: number; today: string }) {
  const [database, store, peerDatabase] = await Promise.all([
    testDatabase(),
    testClickHouse(),
    testDatabase('template1'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-two-sides-'))
  const clock = movableClock()
  clock.advance(Date.parse(`${today}T12:00:00Z`) - Date.now())
  const { db, pool, connectionString } = database.app
  const services: Services = {
    db,
    clickhouse: store.clickhouse,
    files: diskFiles(folder),
    secrets: secretsFrom(Buffer.alloc(32)),
    clock,
    log: createLog('silent'),
    publicUrl: 'http://localhost:3000',
  }
  const { signal } = new AbortController()
  const onProgress = () => undefined
  await generate(services.clickhouse, rows, { seed, isAmong: isNearby, onProgress, signal })
  await putAtRims(services.clickhouse, { circles: circles(), rings: rings() })
  await enterRolls(services)
  const peer = await connectPeer(peerDatabase.connectionString)
  await loadPeer(peer, services.clickhouse, { onProgress, signal })
  const portal = await openPortal({ services, pool, connectionString })
  const ask = await portal.user('two-sides')
  const close = async () => {
    await Promise.all([portal.close(), peer.stop()])
    await Promise.all([database.close(), store.close(), peerDatabase.close()])
    await rm(folder, { recursive: true, force: true })
  }
  return { services, peer, ask, questions: questions(await findHoldings(services.clickhouse)), close }
}

/** Some 30 miles about the middles: beyond the widest area that is asked for. */
const isNearby = ({ lat, lng }: Zip) =>
  middles.some(([middleLat, middleLng]) => Math.abs(lat - middleLat) < 0.4 && Math.abs(lng - middleLng) < 0.5)

const turns = Array.from({ length: cycle }, (_, turn) => turn)

/** What is asked for in some turn. */
const circles = () => questions([]).flatMap(({ circle }) => (circle ? turns.map((turn) => circle(turn).near) : []))
const rings = () => turns.map((turn) => octagon(middles[turn % middles.length] ?? middles[0], turn))

/** Asks both sides and throws where they differ. Returns the API's answer, and how many properties were settled. */
export async function askBoth({ services: { clickhouse, clock }, peer, ask }: Sides, question: Question, turn: number) {
  const api = await askApi({ ask, clickhouse, clock }, question, turn)
  const theirs = question.told(await peer.query(question.postgres(turn, { today: isoDay(clock.now()) })))
  const settled = await requireAgreement({ question, turn, api, peer, theirs, clickhouse, clock })
  return { told: api.told, settled }
}

/** Asks both sides every question so often, each time something new: of addresses half typed few are there. */
export async function askAll(sides: Sides, times: number) {
  const answers = new Map<string, Awaited<ReturnType<typeof askBoth>>[]>()
  for (const question of sides.questions)
    for (let turn = 0; turn < (question.name === 'address half typed' ? 10 * times : times); turn++) {
      const answer = await askBoth(sides, question, turn)
      answers.set(question.name, [...(answers.get(question.name) ?? []), answer])
    }
  return answers
}
