import type { Bucket, CreditEntry } from '@dooryard/contract/credit-history'
import type { ReactNode } from 'react'
import { entryTitle } from '../../lib/entry-title.ts'
import { formatDay, formatNumber, formatTime, unknown } from '../../lib/format.ts'
import { CreditChange } from '../parts/credit-change.tsx'
import { Tag } from '../parts/tag.tsx'
import { TwoLines } from '../parts/two-lines.tsx'
import { columnsOf } from './columns.ts'
import classes from './entry-columns.module.css'

const column = columnsOf<CreditEntry>()

export const bucketNames: Record<Bucket, string> = { SUBSCRIPTION: 'Subscription', ON_DEMAND: 'On demand' }

/** The columns of a ledger; `orderOf` leads to the order that an entry is for, where whoever reads it sees it. */
export const entryColumns = (orderOf: (entry: CreditEntry) => ReactNode) =>
  column.columns([
    column.accessor('createdAt', {
      header: 'When',
      meta: { width: 124 },
      cell: ({ getValue }) => <TwoLines first={formatDay(getValue())} second={formatTime(getValue())} />,
    }),
    column.accessor('type', {
      header: 'What',
      meta: { card: 'title' },
      cell: ({ row: { original } }) => (
        <span className={classes.what}>
          <strong>{entryTitle(original)}</strong>
          {original.reason && <span className={classes.reason}>{original.reason}</span>}
        </span>
      ),
    }),
    column.accessor('orderName', {
      header: 'For',
      meta: { card: 'wide', share: 22 },
      cell: ({ row: { original } }) => (original.orderName ? orderOf(original) : (original.invoiceNumber ?? unknown)),
    }),
    column.accessor('bucket', {
      header: 'Credits',
      meta: { width: 118 },
      cell: ({ getValue }) => <Tag tone="plain">{bucketNames[getValue()]}</Tag>,
    }),
    column.accessor('amount', {
      header: 'To spend',
      meta: { align: 'right', width: 92 },
      cell: ({ getValue }) => <CreditChange amount={getValue()} isToned />,
    }),
    column.accessor('held', {
      header: 'On hold',
      meta: { align: 'right', width: 88 },
      cell: ({ getValue }) => <CreditChange amount={getValue()} />,
    }),
    column.accessor('balanceAfter', {
      header: 'Left of kind',
      meta: { align: 'right', width: 96 },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.accessor('actor', { header: 'By', meta: { width: 108 } }),
  ])
