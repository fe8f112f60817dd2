import type { Overview } from '@dooryard/contract/overview'
import { Skeleton } from '@mantine/core'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import classes from './admin.module.css'
import { changeSince } from './admin-change.ts'

type Figure = keyof Overview['totals']

/** `more` is what it means that there is more of it than before. */
const tiles: { figure: Figure; label: string; more: 'good' | 'bad' }[] = [
  { figure: 'orders', label: 'Orders', more: 'good' },
  { figure: 'failures', label: 'Failed orders', more: 'bad' },
  { figure: 'creditsSold', label: 'Credits sold', more: 'good' },
  { figure: 'newUsers', label: 'New users', more: 'good' },
]

const meaningOf = (direction: 'up' | 'down' | 'same', more: 'good' | 'bad') => {
  if (direction === 'same') return undefined
  return (direction === 'up') === (more === 'good') ? 'good' : 'bad'
}

function Tile({ overview, label, figure, more }: (typeof tiles)[number] & { overview: Overview }) {
  const now = overview.totals[figure]
  const before = overview.previous[figure]
  const { text, direction } = changeSince(before, now)
  const paid = overview.credits.revenues.map(formatMoney).join(' and ')
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd>
        <strong>{formatNumber(now)}</strong>
        {figure === 'creditsSold' && paid && <span className={classes.money}>for {paid}</span>}
      </dd>
      <dd className={classes.change}>
        <span data-means={meaningOf(direction, more)}>{text}</span> from {formatNumber(before)}
      </dd>
    </div>
  )
}

/** The figures of the days that are shown, each beside that of as many days before. */
export function AdminTiles({ overview }: { overview: Overview | undefined }) {
  if (!overview) {
    return (
      <div className={classes.tiles} role="status" aria-label="Figures, loading">
        {tiles.map(({ figure }) => (
          <Skeleton key={figure} height={102} radius="md" />
        ))}
      </div>
    )
  }
  return (
    <dl className={classes.tiles}>
      {tiles.map((tile) => (
        <Tile key={tile.figure} overview={overview} {...tile} />
      ))}
    </dl>
  )
}
