import type { Question } from '../data/questions.ts'
import type { LoadTimings } from './load.ts'
import type { Timing } from './measure.ts'

/** The timings of one question: through HTTP, the same reads directly, and in PostgreSQL where it was queried. */
export type QuestionTimings = {
  question: Question
  http: Timing
  raw: Timing
  postgres: Timing | undefined
  /** In how many turns the answers agreed only after the rim was resolved, and the number of properties there. */
  atRim: { turns: number; properties: number }
}

const maxHttpOverheadMs = 10
const maxBehindPostgresMs = 10
const maxLoadRatio = 5
const maxDuringNationalCountsMs = 100

/** Ratios, and times of the whole country, have targets from this many rows on; fewer rows say little. */
const largeRows = 10_000_000
const nationalRows = 100_000_000

const formatMs = (value: number) => `${value.toFixed(1)} ms`

/** The missed targets, as sentences; empty when all are met. */
export function listMissedTargets(rows: number, timings: readonly QuestionTimings[], crowd: LoadTimings): string[] {
  return [...timings.flatMap((one) => listMissedQuestionTargets(rows, one)), ...listMissedLoadTargets(crowd)]
}

function listMissedQuestionTargets(
  rows: number,
  { question: { name, target }, http, raw, postgres }: QuestionTimings,
): string[] {
  const said: string[] = []
  const mayAddMs = maxHttpOverheadMs + (target?.waitsMs ?? 0)
  if (http.median > raw.median + mayAddMs)
    said.push(
      `${name}: HTTP takes ${formatMs(http.median)}, more than ${mayAddMs} ms beyond the ${formatMs(raw.median)} of the raw reads.`,
    )
  if (postgres && rows >= largeRows && http.median > postgres.median + maxBehindPostgresMs)
    said.push(
      `${name}: ${formatMs(http.median)} is more than ${maxBehindPostgresMs} ms behind PostgreSQL's ${formatMs(postgres.median)}.`,
    )
  const times = postgres ? postgres.median / http.median : Number.POSITIVE_INFINITY
  if (rows >= largeRows && target?.timesPostgres && times < target.timesPostgres)
    said.push(`${name}: ${times.toFixed(1)} times faster than PostgreSQL, not ${target.timesPostgres} times.`)
  if (rows >= nationalRows && target?.nationalMs && http.median > target.nationalMs)
    said.push(`${name}: ${formatMs(http.median)}, not within ${target.nationalMs} ms.`)
  return said
}

function listMissedLoadTargets({ alone, together, duringNationalCounts, refused }: LoadTimings): string[] {
  const said: string[] = []
  if (refused > 0) said.push(`Of the counts of the crowd ${refused} were refused because too many searches ran.`)
  if (together.p95 >= maxLoadRatio * alone.median)
    said.push(
      `16 users at once: the 95th percentile of county counts is ${formatMs(together.p95)}, ` +
        `${(together.p95 / alone.median).toFixed(1)} times one user's median, not under ${maxLoadRatio} times.`,
    )
  if (duringNationalCounts.p95 > alone.median + maxDuringNationalCountsMs)
    said.push(
      `Beside a count of the nation: the 95th percentile of county counts is ${formatMs(duringNationalCounts.p95)}, ` +
        `held up by more than ${maxDuringNationalCountsMs} ms.`,
    )
  return said
}
