import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { formatOwner } from './owner-labels.ts'
import { revealAllowanceQuery, useRevealOwner } from './owner-reveals.data.ts'

const noteStyle = { mt: 6, fz: 13, lh: '20px', c: 'dimmed' } as const

/** Reveals the masked owner of a property in place, while the day's allowance lasts. */
export function RevealOwner({ propertyId, what = 'owner' }: { propertyId: string; what?: 'owner' | 'buyer' }) {
  const { data: allowance } = useQuery(revealAllowanceQuery())
  const reveal = useRevealOwner()
  if (!allowance) return null
  const { perDay, left } = allowance
  if (perDay === 0) return <Text {...noteStyle}>The {what} is shown once you order this lead.</Text>
  const run = () =>
    reveal.mutate(propertyId, {
      onSuccess: ({ ownerName, allowance: { left: rest } }) => {
        const revealed = ownerName === null ? 'Mailing address' : formatOwner(ownerName, false)
        showSuccessToast(`${revealed} revealed · ${formatNumber(rest)} left today`)
      },
    })
  return (
    <>
      {left > 0 ? (
        <Button
          variant="default"
          size="xs"
          mt={12}
          leftSection={<Eye size={14} aria-hidden="true" />}
          loading={reveal.isPending}
          onClick={run}
        >
          Reveal {what} · {formatNumber(left)} left today
        </Button>
      ) : (
        <Text {...noteStyle} mt={12}>
          You have revealed {pluralize(perDay, 'owner')} today, as many as a day allows. More can be revealed after
          midnight UTC.
        </Text>
      )}
      {reveal.error && (
        <Text {...noteStyle} c="var(--mantine-color-error)" role="alert">
          {getErrorMessage(reveal.error)}
        </Text>
      )}
    </>
  )
}
