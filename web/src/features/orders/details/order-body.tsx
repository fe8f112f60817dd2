import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Box, Skeleton, Stack, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { ReadOnlyCriteria } from '../../../criteria/describe/criterion-list.tsx'
import type { OrderAccess } from '../../../entities/order/order-access.ts'
import type { LeadsState } from '../../../entities/order/order-search.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { OrderTimeline } from '../progress/order-timeline.tsx'
import type { OrderStreamState } from '../progress/use-order-stream.ts'
import { OrderBreakdownList } from './order-breakdown-list.tsx'
import { CreditFacts, Notices, OrderFacts, Outcome } from './order-facts.tsx'
import { QuotedBreakdown } from './quoted-breakdown.tsx'
import { SourceSearch } from './source-search.tsx'

// Loaded lazily: resolves names of saved searches, which only the owner can read.
const CriteriaLabels = lazy(async () => ({
  default: (await import('../../../criteria/describe/criteria-labels.tsx')).CriteriaLabels,
}))
// Below the fold, and only for delivered orders.
const LeadsTable = lazy(async () => ({ default: (await import('../leads/leads-table.tsx')).LeadsTable }))
const ScrubPanel = lazy(async () => ({ default: (await import('../scrub/scrub-panel.tsx')).ScrubPanel }))
const DownloadPanel = lazy(async () => ({ default: (await import('../export/download-panel.tsx')).DownloadPanel }))
const FilesPanel = lazy(async () => ({ default: (await import('../scrub/files-panel.tsx')).FilesPanel }))

type OrderBodyProps = {
  order: OrderDetail
  access: OrderAccess
  step: OrderStreamState['step']
  leads: LeadsState
  onLeads: OnTableStateChange
  above?: ReactNode
  /** Whether the screen still receives updates. */
  children: ReactNode
}

export function OrderBody({ order, access, step, leads, onLeads, above, children }: OrderBodyProps) {
  const { campaignType, criteria, quote, waterfall, files, notices } = order
  const isOwn = access.scope === 'own'
  const isDelivered = order.userFacingStatus === 'COMPLETED'
  return (
    <>
      <Outcome order={order} isOwn={isOwn} />
      <TwoColumns widths="minmax(0, 3fr) minmax(0, 2fr)" isSecondFirst>
        <Stack miw={0}>
          <Panel title="Order">
            <OrderFacts order={order} isOwn={isOwn} />
          </Panel>
          <Panel title="Audience">
            {order.savedSearch && <SourceSearch search={order.savedSearch} isOwn={isOwn} />}
            {isOwn ? (
              <Suspense fallback={<Skeleton height={24} />}>
                <CriteriaLabels criteria={criteria} />
              </Suspense>
            ) : (
              <ReadOnlyCriteria criteria={criteria} />
            )}
          </Panel>
          {isDelivered && campaignType === 'CALL_READY' && (
            <Suspense fallback={<Skeleton height={280} radius="md" />}>
              <ScrubPanel order={order} access={access} step={step} />
            </Suspense>
          )}
          {(quote ?? waterfall) && (
            <Panel title="Order breakdown">
              {quote ? (
                <QuotedBreakdown
                  campaignType={campaignType}
                  quote={quote}
                  delivered={isDelivered ? order.deliveredQuantity : undefined}
                  available={order.available}
                />
              ) : (
                waterfall && <OrderBreakdownList counts={waterfall} quantity={order.quantity} isOwn={isOwn} />
              )}
            </Panel>
          )}
        </Stack>
        <Stack miw={0}>
          {above}
          <Panel title="Progress">
            <OrderTimeline order={order} step={step} />
            {children}
          </Panel>
          {isDelivered && access.scope === 'own' && (
            <Suspense fallback={<Skeleton height={140} radius="md" />}>
              <DownloadPanel order={order} access={access} />
            </Suspense>
          )}
          <Panel title="Credits">
            <CreditFacts order={order} />
          </Panel>
          {files.length > 0 && (
            <Suspense fallback={<Skeleton height={120} radius="md" />}>
              <FilesPanel order={order} access={access} />
            </Suspense>
          )}
          {notices.length > 0 && (
            <Panel title="Activity">
              <Notices notices={notices} />
            </Panel>
          )}
        </Stack>
      </TwoColumns>
      {isDelivered && (
        <Box mt="lg">
          <Title order={2} mb="sm">
            Leads
          </Title>
          <Suspense fallback={<Skeleton height={480} radius="md" />}>
            <LeadsTable access={access} campaignType={campaignType} state={leads} onState={onLeads} />
          </Suspense>
        </Box>
      )}
    </>
  )
}
