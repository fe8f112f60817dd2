import { getMedian, type Measured, type Part } from './held-out-sales.ts'

type Line = Measured & { source: string; part: Part }

const percent = (share: number) => (Number.isFinite(share) ? `${(share * 100).toFixed(1)}%` : '')
const shareWithin = (errors: readonly number[], limit: number) =>
  percent(errors.filter((error) => error <= limit).length / errors.length)

/** A Markdown table in the format of docs/valuation.md, and why sales have no estimate. */
export function formatValuations(lines: readonly Line[]): string {
  const header = [
    ...['dataset', 'part', 'sales', 'estimated', 'median error', 'within 10%', 'within 20%', 'in the range', '± range'],
    ...['price per sq ft: median error', 'last sale: median error', 'median / p95 ms'],
  ]
  const rows = lines.map((line) => [
    ...[line.source, line.part.toLowerCase(), line.sales, line.estimate.length, percent(getMedian(line.estimate))],
    ...[shareWithin(line.estimate, 0.1), shareWithin(line.estimate, 0.2)],
    ...[percent(line.inRange / line.estimate.length), percent(getMedian(line.rangeWidths))],
    ...[percent(getMedian(line.pricePerSqft)), formatEarlier(line.earlierSale)],
    formatTimes(line.milliseconds),
  ])
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const refusals = lines.flatMap(({ source, part, refusals }) =>
    Object.entries(refusals).map(
      ([why, sales]) => `${source}, ${part.toLowerCase()}: ${sales} without estimate, ${why}`,
    ),
  )
  return ['', ...table, '', ...refusals].join('\n')
}

const formatEarlier = (errors: readonly number[]) =>
  errors.length === 0 ? 'none known' : `${percent(getMedian(errors))} (${errors.length})`

const formatTimes = (times: readonly number[]) =>
  times.length === 0 ? '' : `${getMedian(times).toFixed(0)} / ${getMedian(times, 0.95).toFixed(0)}`
