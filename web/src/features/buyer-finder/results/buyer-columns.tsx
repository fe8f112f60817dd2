import type { Buyer } from '@dooryard/contract/properties/buyers'
import { Center, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { type Columns, defineColumns } from '../../../ui/table/columns.ts'
import { formatCashShare, formatHoldingTime, formatName, formatTypeAndTown } from '../buyer/buyer-formats.ts'
import { BuyerName } from '../buyer/buyer-name.tsx'
import { buyerStats } from '../buyer/buyer-stats.tsx'
import { getRefusal } from '../buyer/order-rules.ts'
import { useBuyerChoiceContext } from '../buyer/use-buyer-choice.ts'

function ChooseAll() {
  const { page, isChosen, choose } = useBuyerChoiceContext()
  const selectable = page.filter((buyer) => !getRefusal(buyer))
  const count = selectable.filter(isChosen).length
  return (
    <Checkbox
      size="sm"
      aria-label="Select all buyers on this page"
      disabled={selectable.length === 0}
      checked={count > 0 && count === selectable.length}
      indeterminate={count > 0 && count < selectable.length}
      onChange={({ currentTarget }) => choose(selectable, currentTarget.checked)}
    />
  )
}

function ChooseBuyer({ buyer }: { buyer: Buyer }) {
  const { isChosen, choose } = useBuyerChoiceContext()
  const refusal = getRefusal(buyer)
  return (
    <Center inline component="span" miw={24} mih={24} data-hint={refusal}>
      <Checkbox
        size="sm"
        aria-label={refusal ? `${formatName(buyer)} cannot be selected. ${refusal}` : `Select ${formatName(buyer)}`}
        disabled={refusal !== undefined}
        checked={isChosen(buyer)}
        onChange={({ currentTarget }) => choose([buyer], currentTarget.checked)}
      />
    </Center>
  )
}

function BuyerLink({ buyer }: { buyer: Buyer }) {
  const { active } = useBuyerChoiceContext()
  const others = buyer.isOwnerMasked ? 0 : buyer.names.length - 1
  const spellings = others > 0 && `${others} other ${others === 1 ? 'spelling' : 'spellings'}`
  return (
    <TextWithDescription
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
          <BuyerName buyer={buyer} />
        </Link>
      }
      second={`${formatTypeAndTown(buyer)}${spellings ? ` · ${spellings}` : ''}`}
    />
  )
}

function Cash({ buyer }: { buyer: Buyer }) {
  const { share, of } = formatCashShare(buyer)
  return <TextWithDescription first={share} second={of} />
}

function HoldingTime({ buyer }: { buyer: Buyer }) {
  const { time, note } = formatHoldingTime(buyer)
  return note ? <TextWithDescription first={time} second={note} /> : time
}

const statCells: Partial<Record<string, (buyer: Buyer) => ReactNode>> = {
  cashShare: (buyer) => <Cash buyer={buyer} />,
  medianHoldingMonths: (buyer) => <HoldingTime buyer={buyer} />,
}

export const buyerColumns: Columns<Buyer> = [
  {
    id: 'choose',
    header: ChooseAll,
    meta: { card: 'corner', width: 44 },
    cell: ({ row }) => <ChooseBuyer buyer={row.original} />,
  },
  ...defineColumns<Buyer>([
    { id: 'name', header: 'Buyer', card: 'title', share: 34, cell: (buyer) => <BuyerLink buyer={buyer} /> },
    ...buyerStats.map(({ id, label, format }) => ({
      ...{ id, header: label, sortable: true },
      align: 'right' as const,
      cell: statCells[id] ?? format,
    })),
  ]).map((column) => ({ ...column, sortDescFirst: true })),
]
