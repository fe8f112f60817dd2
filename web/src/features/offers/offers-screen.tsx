import { sandbox } from '@dooryard/contract/payments'
import { adminOffers, type ManagedPack, type ManagedPlan } from '@dooryard/contract/plans'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDayAndTime, formatMoney, formatNumber, formatPerCredit, plural } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import type { EditedOffer } from './offer-dialog.tsx'

const steps = [1, 7, 31]

/** The time of the sandbox, and how to move it on; nothing where real money is taken. */
function SandboxClock() {
  const { data } = useQuery(queryOf(sandbox.clock, {}))
  const advance = useCall(sandbox.advance, { refreshes: 'all', awaitsRefresh: true })
  if (!data) return null
  const go = (days: number) =>
    advance.mutate(
      { body: { days } },
      { onSuccess: ({ now }) => toastDone(`It is ${formatDayAndTime(now)} for the sandbox`) },
    )
  const ask = (days: number) =>
    askFirst({
      title: `Move the clock on by ${plural(days, 'day')}?`,
      children: 'Everybody whose payment falls due by then is charged. The clock never goes back.',
      labels: { confirm: `Move it on by ${plural(days, 'day')}`, cancel: 'Cancel' },
      onConfirm: () => go(days),
    })
  return (
    <Panel title="Sandbox clock" aside={<Tag tone="warn">Demo</Tag>}>
      <Text>
        For the sandbox it is <strong>{formatDayAndTime(data.now)}</strong>
        {data.daysAhead > 0 && <>, {plural(data.daysAhead, 'day')} ahead</>}.
      </Text>
      <Text c="dimmed" fz="sm" mt={4}>
        Moving it on charges what falls due by then: renewals, retries of failed payments, the end of cancelled
        subscriptions. It never goes back. Payments go by it; the credit history says when a change was really made.
      </Text>
      <Group gap={8} mt={16}>
        {steps.map((days) => (
          <Button
            key={days}
            variant="default"
            size="xs"
            disabled={advance.isPending}
            loading={advance.isPending && advance.variables?.body.days === days}
            onClick={() => ask(days)}
          >
            {plural(days, 'day')} on
          </Button>
        ))}
      </Group>
    </Panel>
  )
}

/** A pack, or a plan as one. */
type Offer = ManagedPack & { subscribers?: number }

const toOffers = (plans: ManagedPlan[]): Offer[] =>
  plans.map(({ monthlyCredits, ...plan }) => ({ ...plan, credits: monthlyCredits }))

const panels = {
  plan: { title: 'Plans', headers: ['Plan', 'Credits a month', 'Price a month', 'Per credit', 'Subscribers'] },
  pack: { title: 'Packs of credits', headers: ['Pack', 'Credits', 'Price', 'Per credit'] },
}

function OfferRow({ offer, onEdit }: { offer: Offer; onEdit: () => void }) {
  const { name, credits, price, isActive, subscribers } = offer
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatNumber(credits)}</td>
      <td>{formatMoney(price)}</td>
      <td>{formatPerCredit(offer)}</td>
      {subscribers !== undefined && <td>{formatNumber(subscribers)}</td>}
      <td data-texts>
        <Tag tone={isActive ? 'good' : 'plain'}>{isActive ? 'On offer' : 'Not on offer'}</Tag>
      </td>
      <td>
        <Button variant="subtle" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </td>
    </tr>
  )
}

type OffersPanelProps = {
  kind: EditedOffer['kind']
  result: UseQueryResult<Offer[]>
  onEdit: (edited: EditedOffer) => void
}

function OffersPanel({ kind, result, onEdit }: OffersPanelProps) {
  const { title, headers } = panels[kind]
  const add = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Plus size={14} aria-hidden="true" />}
      onClick={() => onEdit({ kind })}
    >
      Add a {kind}
    </Button>
  )
  return (
    <Panel title={title} aside={add}>
      <Loaded what={title} result={result} loading={160}>
        {(offers) =>
          offers.length === 0 ? (
            <Text c="dimmed">None is on offer. Nobody can buy one until you add it.</Text>
          ) : (
            <ScrollRegion label={title}>
              <FiguresTable label={title} headers={[...headers, { label: 'State', holds: 'texts' }, actionColumn]}>
                {offers.map((offer) => (
                  <OfferRow key={offer.id} offer={offer} onEdit={() => onEdit({ ...offer, kind })} />
                ))}
              </FiguresTable>
            </ScrollRegion>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** What people can subscribe to and buy. */
export function OffersScreen() {
  const [edited, setEdited] = useState<EditedOffer>()
  const [dialog, open] = useDialog(async () => (await import('./offer-dialog.tsx')).OfferDialog)
  const plans = useQuery({ ...queryOf(adminOffers.listPlans, {}), select: toOffers })
  const packs = useQuery(queryOf(adminOffers.listPacks, {}))
  const edit = (next: EditedOffer) => {
    setEdited(next)
    open()
  }
  return (
    <>
      <PageHeader
        heading="Plans and packs"
        title="Plans and Packs"
        lead="What people can subscribe to and buy. A change is for those who buy from then on."
      />
      <Stack gap={24} maw={960}>
        <OffersPanel kind="plan" result={plans} onEdit={edit} />
        <OffersPanel kind="pack" result={packs} onEdit={edit} />
        <SandboxClock />
      </Stack>
      {edited && dialog({ edited })}
    </>
  )
}
