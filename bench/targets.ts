import type { Crowd } from './crowd.ts'
import type { Timing } from './measure.ts'
import type { Question } from './questions.ts'

/** Of one question: through HTTP, the same reads raw, and in PostgreSQL where it was asked. */
export type Figures = {
  question: Question
  http: Timing
  raw: Timing
  postgres: Timing | undefined
  /** In how many turns the two agreed only with what lies within a metre of the rim settled, and how many that were. */
  atRim: { turns: number; properties: number }
}

const httpMayAddMs = 10
const behindPostgresMs = 10
const crowdTimes = 5
const besideNationMs = 100

/** From this many rows on the ratios and the times of the whole country are asked for; fewer say little. */
const largeRows = 10_000_000
const nationalRows = 100_000_000

const ms = (value: number) => `${value.toFixed(1)} ms`

/** What was promised and not kept, in words; empty when all was. */
export function broken(rows: number, figures: readonly Figures[], crowd: Crowd): string[] {
  return [...figures.flatMap((one) => brokenBy(rows, one)), ...brokenByCrowd(crowd)]
}

function brokenBy(rows: number, { question: { name, target }, http, raw, postgres }: Figures): string[] {
  const said: string[] = []
  const mayAddMs = httpMayAddMs + (target?.waitsMs ?? 0)
  if (http.median > raw.median + mayAddMs)
    said.push(
      `${name}: HTTP takes ${ms(http.median)}, more than ${mayAddMs} ms beyond the ${ms(raw.median)} of the raw reads.`,
    )
  if (postgres && rows >= largeRows && http.median > postgres.median + behindPostgresMs)
    said.push(
      `${name}: ${ms(http.median)} is more than ${behindPostgresMs} ms behind PostgreSQL's ${ms(postgres.median)}.`,
    )
  const times = postgres ? postgres.median / http.median : Number.POSITIVE_INFINITY
  if (rows >= largeRows && target?.timesPostgres && times < target.timesPostgres)
    said.push(`${name}: ${times.toFixed(1)} times faster than PostgreSQL, not ${target.timesPostgres} times.`)
  if (rows >= nationalRows && target?.nationalMs && http.median > target.nationalMs)
    said.push(`${name}: ${ms(http.median)}, not within ${target.nationalMs} ms.`)
  return said
}

function brokenByCrowd({ alone, together, besideNation, refused }: Crowd): string[] {
  const said: string[] = []
  if (refused > 0) said.push(`Of the counts of the crowd ${refused} were refused because too many searches ran.`)
  if (together.p95 >= crowdTimes * alone.median)
    said.push(
      `16 users at once: the 95th percentile of county counts is ${ms(together.p95)}, ` +
        `${(together.p95 / alone.median).toFixed(1)} times one user's median, not under ${crowdTimes} times.`,
    )
  if (besideNation.p95 > alone.median + besideNationMs)
    said.push(
      `Beside a count of the nation: the 95th percentile of county counts is ${ms(besideNation.p95)}, ` +
        `held up by more than ${besideNationMs} ms.`,
    )
  return said
}
