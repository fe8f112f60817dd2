import { billing } from '@dooryard/contract/billing/billing'
import { bucketLabels, type CreditActivity, type CreditEntry } from '@dooryard/contract/billing/credit-history'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { InvoiceLink } from '../../entities/payment/payment-documents.tsx'
import { formatDay, formatNumber, formatTime, pluralize } from '../../lib/format/format.ts'
import { formatEntryTitle } from '../../lib/labels/entry-title.ts'
import { CreditChange, Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import classes from './credit-history.module.css'
import { OrderLink } from './order-link.tsx'

/** One entry of the ledger, as a line below the order or the purchase that it belongs to. */
function EntryLine({ entry }: { entry: CreditEntry }) {
  const { amount, held, bucket, balanceAfter, createdAt } = entry
  return (
    <li className={classes.entry}>
      <span>
        {formatEntryTitle(entry)} · {bucketLabels[bucket]}
        <Text span inherit c="dimmed">
          {' '}
          · <Instant at={createdAt} format={formatTime} />
        </Text>
      </span>
      <span className="numbers">
        {amount === 0 && held < 0 ? `${formatNumber(-held)} from hold` : <CreditChange amount={amount} />}
        <Text span inherit c="dimmed">
          {' '}
          → {formatNumber(balanceAfter)}
        </Text>
      </span>
    </li>
  )
}

/** The entries of an order, folded: most readers want to know what it cost. */
function EntryDetails({ entries }: Pick<CreditActivity, 'entries'>) {
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <>
      <UnstyledButton className={classes.unfold} aria-expanded={isOpen} onClick={toggle}>
        Details
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.entries} aria-label="Entries">
          {entries.map((entry) => (
            <EntryLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  )
}

const describeOrder = ({ spent, held }: CreditActivity) =>
  spent === 0 && held === 0 ? 'Hold released' : pluralize(spent + held, 'credit')

/** What happened: an order with its cost, or a single entry with its reason and invoice. */
function ActivityTitle({ activity }: { activity: CreditActivity }) {
  const { orderId, entries, held } = activity
  const [newest] = entries
  if (!newest) return null
  const { reason, invoiceNumber, transactionId } = newest
  return (
    <Stack component="span" gap={0} maw={420} py={4} align="flex-start" style={{ whiteSpace: 'normal' }}>
      <Text inherit span fw={500}>
        {orderId ? (
          <>
            {describeOrder(activity)} · <OrderLink {...activity} otherwise="Order" />{' '}
            {held > 0 && <Tag tone="plain">On hold</Tag>}
          </>
        ) : (
          formatEntryTitle(newest)
        )}
      </Text>
      {!orderId && reason && (
        <Text span c="dimmed" fz="xs" lh="16px" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      {!orderId && invoiceNumber && transactionId && (
        <Text span fz="xs" lh="16px">
          <InvoiceLink from={billing} transactionId={transactionId} number={invoiceNumber} />
        </Text>
      )}
      {orderId && <EntryDetails entries={entries} />}
    </Stack>
  )
}

/**
 * The columns of a user's credit history: one row per order. There is no balance: entries of orders that run at the
 * same time alternate, so the balances of rows would not follow from their changes. Each entry has its own.
 */
export const activityColumns = defineColumns<CreditActivity>([
  {
    id: 'createdAt',
    header: 'Date',
    width: 124,
    cell: ({ createdAt }) => (
      <TextWithDescription first={formatDay(createdAt)} second={<Instant at={createdAt} format={formatTime} />} />
    ),
  },
  { id: 'what', header: 'Transaction', card: 'title', cell: (activity) => <ActivityTitle activity={activity} /> },
  {
    id: 'bucket',
    header: 'Credit type',
    width: 140,
    cell: ({ entries }) => (
      <Tag tone="plain">{[...new Set(entries.map(({ bucket }) => bucketLabels[bucket]))].toReversed().join(' + ')}</Tag>
    ),
  },
  {
    id: 'change',
    header: 'Credits',
    align: 'right',
    card: 'corner',
    width: 96,
    cell: ({ change }) => <CreditChange amount={change} isToned />,
  },
  { id: 'actor', header: 'By', width: 96, cell: ({ entries }) => entries.at(-1)?.actor },
])
