import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../server/test/random/seeded-random.ts'
import { metroCenters, type Question } from '../data/questions.ts'
import { openBothStores, queryAllQuestions, queryBothStores } from './both-stores.fixture.ts'
import { loadPeer, type Peer } from './postgres-peer.ts'

/** The bench uses this many centers for its circles, polygons and buyer searches. */
const centerCount = metroCenters.length

let sides: Awaited<ReturnType<typeof openBothStores>>

beforeAll(async () => {
  const seed = Math.floor(createSeededRandom('bench/answers-agree')() * 1_000_000)
  // Of the months 24 and 42 months earlier, one is shorter.
  sides = await openBothStores({ rows: 4_000, seed, today: '2026-08-31' })
})
afterAll(() => sides.close())

test('the API and PostgreSQL give the same answer to every question of the bench', async () => {
  for (const [name, answers] of await queryAllQuestions(sides, centerCount)) {
    // Questions without results would prove nothing, and circles without properties at their rim little.
    const isAnswered = answers.some(({ values }) => values['count'] || values['row 0'])
    expect([name, isAnswered || 'finds nothing']).toEqual([name, true])
    // On a busy machine it may be too late in one turn, which is not compared then.
    if (name.startsWith('waterfall'))
      expect([name, answers.some(({ values }) => 'step 0 without' in values)]).toEqual([name, true])
    const hasRim = sides.questions.some((question) => question.name === name && question.circle)
    expect([name, answers.some(({ settled }) => settled > 0)]).toEqual([name, hasRim])
  }
})

/** A broken rule, the question whose statement breaks it, and the text in that statement with its replacement. */
const brokenRules = [
  [
    'two words on a sale are two sales',
    'buyers, 25 miles',
    "date_trunc('month', recorded_on)::date end",
    'recorded_on end',
  ],
  ['the earlier word on a day stands', 'buyers, 25 miles', 'coalesce(max(recorded_on)', 'coalesce(min(recorded_on)'],
  ['a word without an address says who bought', 'buyers, 25 miles', 'when buyer_key <> 0 then 0', 'when true then 0'],
  ['deeds not at arm’s length count', 'buyers, 25 miles', 'where is_at_arms_length', 'where true'],
  ['public bodies buy', 'buyers, 25 miles', "buyer_type <> 'GOVERNMENT'", 'true'],
  ['any other sale is a resale', 'buyers, 25 miles', 'next.recorded_on > sale.recorded_on and', 'true or'],
  ['deeds 2 m beyond the rim are within', 'buyers, 25 miles', '<= 40233.6', '<= 40235.6'],
  ['properties 2 m beyond the rim are within', 'radius, 10 miles', '<= 16093.44', '<= 16095.44'],
  ['a position lies east of an edge, too', 'polygon', 'and lng <', 'and lng + 0.00001 <'],
  ['everybody can be reached by mail', 'county', 'where is_mailable', 'where true'],
  ['what is in one search is stacked', 'stack, 2 of 3 in a county', '>= 2', '>= 1'],
  ['a step keeps what it takes away', 'waterfall, county', 'and coalesce(year_built <= 1980, false)', ''],
  ['a page is in order of address', 'first page, county', 'county_fips, zip, property_id', 'county_fips, address'],
  ['leads without an address are drawn', 'take 5,000, state', 'and is_mailable', ''],
] as const

test.each(brokenRules)('a broken rule is detected: %s', async (_, name, from, to) => {
  const right = findQuestion(name)
  const wrong: Question = {
    ...right,
    postgres: (turn, moment) => {
      const sql = right.postgres(turn, moment)
      expect(sql).toContain(from)
      return sql.replaceAll(from, to)
    },
  }
  await expect(queryEverywhere(wrong)).rejects.toThrow(`${name}, turn `)
})

test('deeds missing in PostgreSQL are detected', async () => {
  await inRolledBackTransaction(async ({ query }) => {
    await query("delete from transfers where source = 'bench-sales'")
    await expect(queryEverywhere(findQuestion('buyers, 25 miles'))).rejects.toThrow('buyers, 25 miles, turn ')
  })
})

test('a PostgreSQL with missing rows is not queried', async () => {
  const { clickhouse } = sides.services
  await inRolledBackTransaction(async ({ query, ...peer }) => {
    const forgetful: Peer = { ...peer, query: (sql) => query(sql.includes('transfers-TN') ? 'select' : sql) }
    const loading = loadPeer(forgetful, clickhouse, {
      onProgress: () => undefined,
      signal: new AbortController().signal,
    })
    await expect(loading).rejects.toThrow(/^Of transfers the store has \d+ rows, and PostgreSQL \d+\.$/)
  })
})

function findQuestion(name: string): Question {
  const question = sides.questions.find((one) => one.name === name)
  if (!question) throw new Error(`No question is called ${name}.`)
  return question
}

async function queryEverywhere(question: Question): Promise<void> {
  for (let turn = 0; turn < centerCount; turn++) await queryBothStores(sides, question, turn)
}

async function inRolledBackTransaction(work: (peer: Peer) => Promise<void>): Promise<void> {
  await sides.peer.query('begin')
  try {
    await work(sides.peer)
  } finally {
    await sides.peer.query('rollback')
  }
}
