import '@mantine/core/styles/Progress.layer.css'
import type { OrderBreakdown as Counts } from '@dooryard/contract/orders/order'
import { Group, Progress, Text } from '@mantine/core'
import { formatNumber } from '../../../lib/format/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'

type BreakdownKey = Exclude<keyof Counts, 'notAsked'>

const breakdownKeys: BreakdownKey[] = [
  'matched',
  'mailable',
  'fresh',
  'considered',
  'contactable',
  'callable',
  'selected',
]

const labels: Readonly<Record<BreakdownKey, string>> = {
  matched: 'Matching',
  mailable: 'Can be mailed',
  fresh: 'Not yet purchased',
  considered: 'Considered',
  contactable: 'Have a phone number',
  callable: 'Callable',
  selected: 'Delivered',
}

const noNumberText = 'without a known phone number'
/** An order that falls short considers all leads it can, up to a maximum of at least this many per lead ordered. */
const minConsideredPerLead = 4

/** Why some new leads were not considered: a fully delivered order does not count how many have a number. */
function formatNotConsidered({ considered = 0, callable = 0, selected }: Counts, quantity: number): string {
  if (selected >= quantity) return `${noNumberText}, or not needed`
  const isAll = considered === 0 || (callable > 0 && considered < minConsideredPerLead * quantity)
  return isAll ? noNumberText : `${noNumberText}, or not considered`
}

function formatLost(key: BreakdownKey, counts: Counts, quantity: number, isOwn: boolean): string {
  const { notAsked = 0 } = counts
  const notAskedText = `: ${formatNumber(notAsked)} not asked for, because the contact provider's daily limit was reached`
  const lost: Record<BreakdownKey, string> = {
    matched: '',
    mailable: 'without a name or a full address',
    fresh: isOwn ? 'already purchased' : 'already purchased by the owner',
    considered: formatNotConsidered(counts, quantity),
    contactable: notAsked > 0 ? noNumberText + notAskedText : noNumberText,
    callable: isContactableUnknown(counts, quantity)
      ? 'with no callable number, or not needed'
      : 'with no callable number',
    selected: 'still available',
  }
  return lost[key]
}

/** A fully delivered order considers no further leads, so how many of them have a number is unknown. */
const isContactableUnknown = ({ considered, contactable, selected }: Counts, quantity: number) =>
  contactable !== undefined && considered === contactable && selected >= quantity

/**
 * Selects the steps to show. Unless a provider was asked, only leads with a known number are considered, so the two are
 * one step. Until the numbers are checked, a calling order has selected none.
 */
const selectKeys = (counts: Counts, quantity: number): BreakdownKey[] =>
  breakdownKeys.filter((key) => {
    const { considered, contactable, callable } = counts
    if (key === 'considered') return considered !== contactable
    if (key === 'contactable') return !isContactableUnknown(counts, quantity)
    return key !== 'selected' || considered === undefined || callable !== undefined
  })

/**
 * The count and the loss of each selection step, without the steps its type lacks. `isOwn` is false when someone other
 * than the owner reads it.
 */
export function listBreakdownSteps(counts: Counts, quantity: number, isOwn = true) {
  const steps = selectKeys(counts, quantity).flatMap((key) => {
    const count = counts[key]
    return count === undefined ? [] : [{ key, count }]
  })
  return steps.map(({ key, count }, index) => {
    const before = steps[index - 1]
    const isOfConsidered = key === 'contactable' && before?.key !== 'considered'
    return {
      key,
      count,
      label: labels[key],
      dropped: (before?.count ?? count) - count,
      lost: formatLost(isOfConsidered ? 'considered' : key, counts, quantity, isOwn),
    }
  })
}

export const OrderBreakdownList = ({
  counts,
  quantity,
  isOwn,
}: {
  counts: Counts
  quantity: number
  isOwn: boolean
}) => (
  <PlainList isOrdered gap={14} className="numbers">
    {listBreakdownSteps(counts, quantity, isOwn).map(({ key, label, lost, count, dropped }) => (
      <li key={key}>
        <Group justify="space-between" wrap="nowrap" fz="sm" lh="20px">
          <span>{label}</span>
          <strong>{formatNumber(count)}</strong>
        </Group>
        <Progress.Root size={6} radius={3} mt={4} bg="var(--ring-track)">
          <Progress.Section
            value={(count / Math.max(1, counts.matched)) * 100}
            color="var(--accent)"
            bdrs={3}
            withAria={false}
          />
        </Progress.Root>
        {dropped > 0 && (
          <Text mt={2} fz="xs" lh="18px" c="dimmed">
            {formatNumber(dropped)} {lost}
          </Text>
        )}
      </li>
    ))}
  </PlainList>
)
