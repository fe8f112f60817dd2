import type { Crowd } from './crowd.ts'
import type { Timing } from './measure.ts'
import type { Figures } from './targets.ts'

const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
const both = ({ median, p95 }: Timing) => `${ms(median)} / ${ms(p95)}`

/** A table in Markdown, as docs/benchmarks.md has it. */
export function tableOf(figures: readonly Figures[]): string {
  const header = '| median / 95th percentile, ms | HTTP | raw | PostgreSQL | PostgreSQL ÷ HTTP |'
  const lines = figures.map(({ question: { name }, http, raw, postgres }) => {
    const times = postgres ? `${(postgres.median / http.median).toFixed(1)} ×` : ''
    return `| ${name} | ${both(http)} | ${both(raw)} | ${postgres ? both(postgres) : ''} | ${times} |`
  })
  return [header, '|---|---|---|---|---|', ...lines].join('\n')
}

/** How often the two measured differently at the rim of a circle, in words. */
export function rimsOf(figures: readonly Figures[], turns: number): string {
  const lines = figures.flatMap(({ question: { name, circle }, atRim }) =>
    circle ? `${name}: ${atRim.turns} of ${turns} turns, ${atRim.properties} properties within a metre.` : [],
  )
  return ['Both said the same, but for what the store had to settle at the rim:', ...lines].join('\n')
}

export const crowdOf = ({ alone, together, besideNation, nationCounts }: Crowd, users: number) =>
  [
    '| county counts through HTTP, each new, four a second from each user | median | 95th percentile | longest |',
    '|---|---|---|---|',
    ...(
      [
        ['one user', alone],
        [`${users} users at once`, together],
        [`one user beside another who counts the nation over and over (${nationCounts} times)`, besideNation],
      ] as const
    ).map(([name, { median, p95, max }]) => `| ${name} | ${ms(median)} ms | ${ms(p95)} ms | ${ms(max)} ms |`),
  ].join('\n')
