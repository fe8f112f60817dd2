import type { Money } from '@dooryard/contract/money'
import type { ManagedPack, ManagedPlan } from '@dooryard/contract/plans'
import { Button, Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatMoney, formatNumber, formatPerCredit } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import type { EditedOffer } from './offer-dialog.tsx'
import { type Offer, packList, planList } from './offers.data.ts'
import classes from './offers.module.css'
import { SandboxClock } from './sandbox-clock.tsx'

const State = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Tag tone="good">On offer</Tag> : <Tag tone="plain">Not on offer</Tag>

type OffersPanelProps<Item> = {
  title: string
  kind: EditedOffer['kind']
  result: UseQueryResult<Item[]>
  headers: readonly string[]
  row: (item: Item) => ReactNode
  onAdd: () => void
}

function OffersPanel<Item>({ title, kind, result, headers, row, onAdd }: OffersPanelProps<Item>) {
  const { data, error, refetch } = result
  const add = (
    <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden="true" />} onClick={onAdd}>
      Add a {kind}
    </Button>
  )
  return (
    <Panel title={title} aside={add}>
      {error && !data ? (
        <LoadFailure what={title} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.length === 0 ? (
        <p className={classes.none}>None is on offer. Nobody can buy one until you add it.</p>
      ) : (
        <ScrollRegion label={title}>
          <FiguresTable label={title} headers={[...headers, { label: 'State', holds: 'texts' }, actionColumn]}>
            {data.map(row)}
          </FiguresTable>
        </ScrollRegion>
      )}
    </Panel>
  )
}

/** What is told of a plan as of a pack, the number of subscribers apart. */
type Row = Offer & { id: string; subscribers?: number; shownPrice: Money }

function OfferRow({ offer, onEdit }: { offer: Row; onEdit: () => void }) {
  const { name, credits, isActive, subscribers, shownPrice } = offer
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatNumber(credits)}</td>
      <td>{formatMoney(shownPrice)}</td>
      <td>{formatPerCredit({ price: shownPrice, credits })}</td>
      {subscribers !== undefined && <td>{formatNumber(subscribers)}</td>}
      <td data-texts>
        <State isActive={isActive} />
      </td>
      <td>
        <Button variant="subtle" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </td>
    </tr>
  )
}

const rowOfPlan = ({ monthlyCredits, price, ...plan }: ManagedPlan): Row => ({
  ...plan,
  kind: 'plan',
  credits: monthlyCredits,
  price: price.amount,
  shownPrice: price,
})

const rowOfPack = ({ price, ...pack }: ManagedPack): Row => ({
  ...pack,
  kind: 'pack',
  price: price.amount,
  shownPrice: price,
})

type PanelsProps = { onEdit: (edited: EditedOffer) => void }

function Plans({ onEdit }: PanelsProps) {
  return (
    <OffersPanel
      title="Plans"
      kind="plan"
      result={useQuery(planList())}
      headers={['Plan', 'Credits a month', 'Price a month', 'Per credit', 'Subscribers']}
      row={(plan) => <OfferRow key={plan.id} offer={rowOfPlan(plan)} onEdit={() => onEdit(rowOfPlan(plan))} />}
      onAdd={() => onEdit({ kind: 'plan' })}
    />
  )
}

function Packs({ onEdit }: PanelsProps) {
  return (
    <OffersPanel
      title="Packs of credits"
      kind="pack"
      result={useQuery(packList())}
      headers={['Pack', 'Credits', 'Price', 'Per credit']}
      row={(pack) => <OfferRow key={pack.id} offer={rowOfPack(pack)} onEdit={() => onEdit(rowOfPack(pack))} />}
      onAdd={() => onEdit({ kind: 'pack' })}
    />
  )
}

/** What people can subscribe to and buy. */
export function OffersScreen() {
  const [edited, setEdited] = useState<EditedOffer>()
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./offer-dialog.tsx')).OfferDialog)
  const edit = (next: EditedOffer) => {
    if (!Dialog) loadDialog()
    setEdited(next)
  }
  return (
    <>
      <PageHeader
        heading="Plans and packs"
        title="Plans and Packs"
        lead="What people can subscribe to and buy. A change is for those who buy from then on."
      />
      <div className={classes.screen}>
        <Plans onEdit={edit} />
        <Packs onEdit={edit} />
        <SandboxClock />
      </div>
      {Dialog && <Dialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
