import '@mantine/core/styles/Progress.layer.css'
import type { Waterfall as Counts } from '@dooryard/contract/order'
import { Group, Progress, Text } from '@mantine/core'
import { formatNumber } from '../../../lib/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'

type Key = Exclude<keyof Counts, 'notAsked'>

const keys: Key[] = ['matched', 'mailable', 'fresh', 'considered', 'contactable', 'callable', 'selected']

const labelsFor = (isOwn: boolean): Record<Key, string> => ({
  matched: 'Match the audience',
  mailable: 'Can be mailed',
  fresh: isOwn ? 'New to you' : 'New to the owner',
  considered: 'Looked at',
  contactable: 'Have a phone number',
  callable: 'May be called',
  selected: 'In this order',
})

const noNumber = 'without a known phone number'
/** An order that comes short looks at everybody it can, up to at least this many for each lead. */
const fewestLooks = 4

/** Why some that are new were not looked at: of an order that got what it asked for, nobody counts how many have a number. */
function formatNotConsidered({ considered = 0, callable = 0, selected }: Counts, quantity: number): string {
  if (selected >= quantity) return `${noNumber}, or not needed because there were enough`
  const isEverybody = considered === 0 || (callable > 0 && considered < fewestLooks * quantity)
  return isEverybody ? noNumber : `${noNumber}, or not looked at`
}

function formatLost(key: Key, counts: Counts, quantity: number, isOwn: boolean): string {
  const { notAsked = 0 } = counts
  const unasked = `: ${formatNumber(notAsked)} not asked for, because the contact provider's daily limit was reached`
  const lost: Record<Key, string> = {
    matched: '',
    mailable: 'without a name or a full address',
    fresh: `delivered to ${isOwn ? 'you' : 'the owner'} before`,
    considered: formatNotConsidered(counts, quantity),
    contactable: notAsked > 0 ? noNumber + unasked : noNumber,
    callable: 'whose every number may not be called',
    selected: 'left for later orders',
  }
  return lost[key]
}

/**
 * The steps there are to tell of. Unless a provider was asked for owners, only those with a known number are looked at: to
 * have one is no step of its own then. Until the numbers are checked, nobody is in an order to call.
 */
const selectKeys = ({ considered, contactable, callable }: Counts): Key[] =>
  keys.filter((key) => {
    if (key === 'considered') return considered !== contactable
    return key !== 'selected' || considered === undefined || callable !== undefined
  })

/**
 * What each step of a selection left, and what it took away; the steps that its type does not have are not there. `isOwn`
 * unless somebody else reads it than whose order it is.
 */
export function listStages(counts: Counts, quantity: number, isOwn = true) {
  const labels = labelsFor(isOwn)
  const taken = selectKeys(counts).flatMap((key) => {
    const count = counts[key]
    return count === undefined ? [] : [{ key, count }]
  })
  return taken.map(({ key, count }, index) => {
    const before = taken[index - 1]
    const isOfLooked = key === 'contactable' && before?.key !== 'considered'
    return {
      key,
      count,
      label: isOfLooked && counts.selected >= quantity ? 'Looked at, with a phone number' : labels[key],
      dropped: (before?.count ?? count) - count,
      lost: formatLost(isOfLooked ? 'considered' : key, counts, quantity, isOwn),
    }
  })
}

export const Waterfall = ({ counts, quantity, isOwn }: { counts: Counts; quantity: number; isOwn: boolean }) => (
  <PlainList isOrdered gap={14} className="numbers">
    {listStages(counts, quantity, isOwn).map(({ key, label, lost, count, dropped }) => (
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
