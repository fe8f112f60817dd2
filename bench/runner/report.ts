import type { LoadTimings } from './load.ts'
import type { Timing } from './measure.ts'
import type { QuestionTimings } from './targets.ts'
import type { TileTimings } from './tiles.ts'

const formatMs = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
const formatTiming = ({ median, p95 }: Timing) => `${formatMs(median)} / ${formatMs(p95)}`

/** A Markdown table in the format of docs/benchmarks.md. */
export function formatTimingsTable(timings: readonly QuestionTimings[]): string {
  const header = '| median / 95th percentile, ms | HTTP | raw | PostgreSQL | PostgreSQL ÷ HTTP |'
  const lines = timings.map(({ question: { name }, http, raw, postgres }) => {
    const times = postgres ? `${(postgres.median / http.median).toFixed(1)} ×` : ''
    return `| ${name} | ${formatTiming(http)} | ${formatTiming(raw)} | ${postgres ? formatTiming(postgres) : ''} | ${times} |`
  })
  return [header, '|---|---|---|---|---|', ...lines].join('\n')
}

/** How often the two databases measured differently at the rim of a circle, as a sentence. */
export function formatRims(timings: readonly QuestionTimings[], turns: number): string {
  const lines = timings.flatMap(({ question: { name, circle }, atRim }) =>
    circle ? `${name}: ${atRim.turns} of ${turns} turns, ${atRim.properties} properties within a metre.` : [],
  )
  return ['Both said the same, but for what the store had to settle at the rim:', ...lines].join('\n')
}

export const formatTiles = ({ cold, warm, tiles }: TileTimings) =>
  `${tiles} tiles of parcels beside another user's searches, median / 95th percentile: built ${formatTiming(cold)} ms, ` +
  `from memory ${formatTiming(warm)} ms.`

export const formatLoad = ({ alone, together, duringNationalCounts, nationCounts }: LoadTimings, users: number) =>
  [
    '| county counts through HTTP, each new, four a second from each user | median | 95th percentile | longest |',
    '|---|---|---|---|',
    ...(
      [
        ['one user', alone],
        [`${users} users at once`, together],
        [`one user beside another who counts the nation over and over (${nationCounts} times)`, duringNationalCounts],
      ] as const
    ).map(
      ([name, { median, p95, max }]) =>
        `| ${name} | ${formatMs(median)} ms | ${formatMs(p95)} ms | ${formatMs(max)} ms |`,
    ),
  ].join('\n')
