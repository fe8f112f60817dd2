import { sandbox } from '@dooryard/contract/billing/payments'
import { type AdminPack, type AdminPlan, adminCatalog } from '@dooryard/contract/billing/plans'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatDayAndTime, formatMoney, formatNumber, formatPerCredit, pluralize } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { actionColumn, StatsTable } from '../../ui/table/stats-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import type { EditedCatalogItem } from './catalog-item-dialog.tsx'

const daySteps = [1, 7, 31]

/** The sandbox clock and how to advance it; nothing where payments are real. */
function SandboxClock() {
  const { data } = useQuery(buildQuery(sandbox.clock, {}))
  const advance = useEndpointMutation(sandbox.advance, { refreshes: 'all', awaitsRefresh: true })
  if (!data) return null
  const go = (days: number) =>
    advance.mutate(
      { body: { days } },
      { onSuccess: ({ now }) => showSuccessToast(`Sandbox time is now ${formatDayAndTime(now)}`) },
    )
  const ask = (days: number) =>
    openConfirmDialog({
      title: `Advance the clock by ${pluralize(days, 'day')}?`,
      children: 'All payments due by then are charged. The clock can’t be set back.',
      labels: { confirm: `Advance it by ${pluralize(days, 'day')}`, cancel: 'Cancel' },
      onConfirm: () => go(days),
    })
  return (
    <Panel title="Sandbox clock" aside={<Tag tone="warn">Demo</Tag>}>
      <Text>
        Sandbox time:{' '}
        <strong>
          <Instant at={data.now} />
        </strong>
        {data.daysAhead > 0 && <>, {pluralize(data.daysAhead, 'day')} ahead</>}
      </Text>
      <Text c="dimmed" fz="sm" mt={4}>
        Advancing it processes everything due by then: renewals, retries of failed payments, ends of cancelled
        subscriptions. It can’t be set back. Payments have sandbox time, the credit history real time.
      </Text>
      <Group gap={8} mt={16}>
        {daySteps.map((days) => (
          <Button
            key={days}
            variant="default"
            size="xs"
            disabled={advance.isPending}
            loading={advance.isPending && advance.variables?.body.days === days}
            onClick={() => ask(days)}
          >
            Advance {pluralize(days, 'day')}
          </Button>
        ))}
      </Group>
    </Panel>
  )
}

/** A pack, or a plan in the same shape. */
type CatalogRow = AdminPack & Pick<Partial<AdminPlan>, 'annualPrice' | 'subscribers'>

const toPlanRows = (plans: AdminPlan[]): CatalogRow[] =>
  plans.map(({ monthlyCredits, ...plan }) => ({ ...plan, credits: monthlyCredits }))

const panelByKind = {
  plan: {
    title: 'Plans',
    headers: ['Plan', 'Credits per month', 'Price per month', 'Price per year', 'Per credit', 'Subscribers'],
  },
  pack: { title: 'Credit packs', headers: ['Pack', 'Credits', 'Price', 'Per credit'] },
}

function CatalogItemRow({ item, onEdit }: { item: CatalogRow; onEdit: () => void }) {
  const { name, credits, price, annualPrice, isActive, subscribers } = item
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatNumber(credits)}</td>
      <td>{formatMoney(price)}</td>
      {subscribers !== undefined && <td>{annualPrice ? formatMoney(annualPrice) : '–'}</td>}
      <td>{formatPerCredit(item)}</td>
      {subscribers !== undefined && <td>{formatNumber(subscribers)}</td>}
      <td data-texts>
        <Tag tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Tag>
      </td>
      <td>
        <Button variant="subtle" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </td>
    </tr>
  )
}

type CatalogPanelProps = {
  kind: EditedCatalogItem['kind']
  result: UseQueryResult<CatalogRow[]>
  onEdit: (edited: EditedCatalogItem) => void
}

function CatalogPanel({ kind, result, onEdit }: CatalogPanelProps) {
  const { title, headers } = panelByKind[kind]
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
      <QueryContent what={title} result={result} loading={160}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">None yet. Users can buy one once you add it.</Text>
          ) : (
            <ScrollRegion label={title}>
              <StatsTable label={title} headers={[...headers, { label: 'State', holds: 'texts' }, actionColumn]}>
                {items.map((item) => (
                  <CatalogItemRow key={item.id} item={item} onEdit={() => onEdit({ ...item, kind })} />
                ))}
              </StatsTable>
            </ScrollRegion>
          )
        }
      </QueryContent>
    </Panel>
  )
}

/** The plans and packs for sale. */
export function CatalogScreen() {
  const [edited, setEdited] = useState<EditedCatalogItem>()
  const [dialog, open] = useDialog(async () => (await import('./catalog-item-dialog.tsx')).CatalogItemDialog)
  const plans = useQuery({ ...buildQuery(adminCatalog.listPlans, {}), select: toPlanRows })
  const packs = useQuery(buildQuery(adminCatalog.listPacks, {}))
  const edit = (next: EditedCatalogItem) => {
    setEdited(next)
    open()
  }
  return (
    <>
      <PageHeader
        heading="Pricing"
        title="Pricing"
        lead="Plans and credit packs for sale. Changes apply to new purchases only."
      />
      <Stack gap={24} maw={960}>
        <CatalogPanel kind="plan" result={plans} onEdit={edit} />
        <CatalogPanel kind="pack" result={packs} onEdit={edit} />
        <SandboxClock />
      </Stack>
      {edited && dialog({ edited })}
    </>
  )
}
