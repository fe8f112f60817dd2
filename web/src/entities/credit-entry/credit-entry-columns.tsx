import { bucketLabels, type CreditEntry } from '@dooryard/contract/billing/credit-history'
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { emptyValue, formatDay, formatNumber, formatTime } from '../../lib/format/format.ts'
import { formatEntryTitle } from '../../lib/labels/entry-title.ts'
import { CreditChange, Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { defineColumns } from '../../ui/table/columns.ts'

/** Limits the width, so that a long reason leaves room for the other columns. */
const EntryTitle = ({ entry }: { entry: CreditEntry }) => (
  <Stack component="span" gap={0} maw={340} py={4} style={{ whiteSpace: 'normal' }}>
    <Text inherit span fw={500}>
      {formatEntryTitle(entry)}
    </Text>
    {entry.reason && (
      <Text span c="dimmed" fz="xs" lh="16px" style={{ overflowWrap: 'anywhere' }}>
        {entry.reason}
      </Text>
    )}
  </Stack>
)

/**
 * The columns of the credit ledger. `orderLink` renders a link to the order of an entry where the reader may open it.
 */
export const creditEntryColumns = (orderLink: (entry: CreditEntry) => ReactNode) =>
  defineColumns<CreditEntry>([
    {
      id: 'createdAt',
      header: 'Date',
      width: 124,
      cell: ({ createdAt }) => (
        <TextWithDescription first={formatDay(createdAt)} second={<Instant at={createdAt} format={formatTime} />} />
      ),
    },
    { id: 'type', header: 'Transaction', card: 'title', cell: (entry) => <EntryTitle entry={entry} /> },
    {
      id: 'orderName',
      header: 'For',
      card: 'wide',
      share: 22,
      cell: (entry) => (entry.orderName ? orderLink(entry) : (entry.invoiceNumber ?? emptyValue)),
    },
    {
      id: 'bucket',
      header: 'Credit type',
      width: 126,
      cell: ({ bucket }) => <Tag tone="plain">{bucketLabels[bucket]}</Tag>,
    },
    {
      id: 'amount',
      header: 'Available',
      align: 'right',
      width: 96,
      cell: ({ amount }) => <CreditChange amount={amount} isToned />,
    },
    { id: 'held', header: 'On hold', align: 'right', width: 88, cell: ({ held }) => <CreditChange amount={held} /> },
    {
      id: 'balanceAfter',
      header: 'Balance',
      align: 'right',
      width: 96,
      cell: ({ balanceAfter }) => formatNumber(balanceAfter),
    },
    { id: 'actor', header: 'By', width: 108, cell: ({ actor }) => actor },
  ])
