import type { Buyer } from '@dooryard/contract/buyers'
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay, formatDollars, formatNumber } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './buyer-columns.module.css'
import { cashInWords, holdingInWords, nameOf, typeAndTown } from './buyer-words.ts'
import { refusalOf } from './order-rules.ts'
import { useChoice } from './use-buyer-choice.ts'

const column = columnsOf<Buyer>()

function ChooseAll() {
  const { page, isChosen, choose } = useChoice()
  const able = page.filter((buyer) => !refusalOf(buyer))
  const count = able.filter(isChosen).length
  return (
    <Checkbox
      size="sm"
      aria-label="Choose all buyers on this page"
      disabled={able.length === 0}
      checked={count > 0 && count === able.length}
      indeterminate={count > 0 && count < able.length}
      onChange={({ currentTarget }) => choose(able, currentTarget.checked)}
    />
  )
}

function ChooseBuyer({ buyer }: { buyer: Buyer }) {
  const { isChosen, choose } = useChoice()
  const refusal = refusalOf(buyer)
  return (
    <span className={classes.choose} data-hint={refusal}>
      <Checkbox
        size="sm"
        aria-label={refusal ? `${nameOf(buyer)} cannot be chosen. ${refusal}` : `Choose ${nameOf(buyer)}`}
        disabled={refusal !== undefined}
        checked={isChosen(buyer)}
        onChange={({ currentTarget }) => choose([buyer], currentTarget.checked)}
      />
    </span>
  )
}

function BuyerName({ buyer }: { buyer: Buyer }) {
  const { active } = useChoice()
  const others = buyer.names.length - 1
  return (
    <TwoLines
      first={
        <Link
          from="/portal/buyer-finder"
          to="."
          search={(old) => ({ ...old, buyer: buyer.buyerKey })}
          resetScroll={false}
          data-row-link
          data-buyer={buyer.buyerKey}
          data-active={active === buyer.buyerKey || undefined}
        >
          {nameOf(buyer)}
        </Link>
      }
      second={
        <>
          {typeAndTown(buyer)}
          {others > 0 && ` · ${others} other ${others === 1 ? 'spelling' : 'spellings'}`}
        </>
      }
    />
  )
}

function Cash({ buyer }: { buyer: Buyer }) {
  const { share, of } = cashInWords(buyer)
  return <TwoLines first={share} second={of} />
}

export const buyerColumns = column.columns([
  column.display({
    id: 'choose',
    header: ChooseAll,
    meta: { card: 'corner', width: 44 },
    cell: ({ row }) => <ChooseBuyer buyer={row.original} />,
  }),
  column.accessor((buyer) => nameOf(buyer), {
    id: 'name',
    header: 'Buyer',
    meta: { card: 'title', share: 34 },
    cell: ({ row }) => <BuyerName buyer={row.original} />,
  }),
  column.accessor('purchases', {
    header: 'Purchases',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
  column.accessor('medianPrice', {
    header: 'Median price',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDollars(getValue()),
  }),
  column.accessor('lastPurchase', {
    header: 'Last purchase',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatDay(getValue()),
  }),
  column.accessor('medianHoldingMonths', {
    header: 'Holding time',
    meta: { align: 'right' },
    cell: ({ getValue }) => holdingInWords(getValue()),
  }),
  column.accessor('cashShare', {
    header: 'Paid in cash',
    meta: { align: 'right' },
    cell: ({ row }) => <Cash buyer={row.original} />,
  }),
  column.accessor('portfolioSize', {
    header: 'Portfolio',
    meta: { align: 'right' },
    cell: ({ getValue }) => formatNumber(getValue()),
  }),
])
