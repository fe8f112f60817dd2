import { campaignTypes } from '@dooryard/contract/api/enums'
import { bucketLabels, creditHistory } from '@dooryard/contract/billing/credit-history'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatDay, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { formatEntryTitle } from '../../../lib/labels/entry-title.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { Logo } from '../../../ui/brand/logo.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { useMountedOpen } from '../../../ui/hooks/hooks.ts'
import classes from './receipt.module.css'
import { type ReceiptEntry, type ReceiptLine, summarizeReceipt } from './receipt-rules.ts'

/** The head of a receipt: whose it is, and for what. */
function ReceiptFacts({ order }: { order: OrderDetail }) {
  const user = useUser()
  const { id, orderName, campaignType, campaignName, quantity, deliveredQuantity, createdAt, completedAt } = order
  return (
    <DescriptionList
      items={[
        { label: 'Reference', value: <span className={classes.reference}>{id}</span> },
        { label: 'Account', value: [user.companyName, formatUserName(user), user.email].filter(Boolean).join(', ') },
        { label: 'Order', value: orderName },
        campaignName !== undefined && { label: 'Campaign', value: campaignName },
        { label: 'Campaign type', value: campaignTypes.label(campaignType) },
        { label: 'Leads', value: `${formatNumber(deliveredQuantity)} of ${formatNumber(quantity)} delivered` },
        { label: 'Ordered', value: formatDay(createdAt) },
        completedAt !== undefined && { label: 'Completed', value: formatDay(completedAt) },
      ]}
    />
  )
}

const toCells = ({ label, subscription, onDemand, total }: ReceiptLine) => [
  label,
  formatNumber(subscription),
  formatNumber(onDemand),
  formatNumber(total),
]

function CreditTable({ entries }: { entries: readonly ReceiptEntry[] }) {
  const { lines, charged } = summarizeReceipt(entries)
  return (
    <Table
      aria-label="Credits"
      fz="sm"
      horizontalSpacing={0}
      className={`numbers ${classes.credits}`}
      data={{
        head: ['Credits', bucketLabels.SUBSCRIPTION, bucketLabels.ON_DEMAND, 'Total'],
        body: lines.map(toCells),
        foot: toCells(charged),
      }}
    />
  )
}

/** An order has few entries: a hold, its end, and at most some adjustments, each of both buckets. */
const maxEntries = 100

const orderEntriesQuery = (orderId: string) =>
  buildQuery(creditHistory.list, { query: { orderId, limit: maxEntries, page: 1 } })

function Receipt({ order }: { order: OrderDetail }) {
  const result = useQuery(orderEntriesQuery(order.id))
  return (
    <Stack className={classes.receipt}>
      <div className={classes.printOnly}>
        <Logo />
        <Text fz="xl" fw={600} mt="md">
          Receipt
        </Text>
      </div>
      <ReceiptFacts order={order} />
      <QueryContent what="The credits of this order" result={result} loading={180}>
        {({ items }) => (
          <>
            <CreditTable entries={items} />
            {order.creditsHeld > 0 && (
              <Notice tone="info">
                {pluralize(order.creditsHeld, 'credit is', 'credits are')} on hold until the order is delivered.
              </Notice>
            )}
            <Text component="h3" fz="sm" fw={600}>
              Transactions
            </Text>
            <ul className={classes.entries}>
              {items.toReversed().map((entry) => (
                <li key={entry.id}>
                  <span>
                    {formatEntryTitle(entry)} · {bucketLabels[entry.bucket]}
                  </span>
                  <Text span inherit c="dimmed">
                    <Instant at={entry.createdAt} />
                  </Text>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryContent>
    </Stack>
  )
}

type ReceiptDialogProps = { order: OrderDetail; opened: boolean; onClose: () => void }

/** What an order was charged, to read or to print: printing leaves out all else on the screen. */
export const ReceiptDialog = ({ order, opened, onClose }: ReceiptDialogProps) => (
  <Modal
    opened={useMountedOpen(opened)}
    onClose={onClose}
    title="Receipt"
    size={560}
    closeButtonProps={{ 'aria-label': 'Close' }}
    classNames={{ inner: classes.inner, content: classes.content, header: classes.screenOnly }}
    overlayProps={{ className: classes.screenOnly }}
  >
    <Receipt order={order} />
    <Group justify="flex-end" gap={8} mt="lg" className={classes.screenOnly}>
      <LinkButton to="/portal/settings/credit-history" search={{ orderId: order.id }} variant="default">
        View in credit history
      </LinkButton>
      <Button leftSection={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  </Modal>
)
