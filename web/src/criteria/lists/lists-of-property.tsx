import { ActionIcon, Group, Paper, Skeleton } from '@mantine/core'
import { X } from 'lucide-react'
import { useUser } from '../../lib/session/use-user.ts'
import { AnchorLink } from '../../ui/display/links.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { buildListCriteria, useChangeList, useListsWith } from './lists.data.ts'

/** The lists that a property is on, from which it can be removed. */
export function ListsOfProperty({ propertyId }: { propertyId: string }) {
  const { data, error, refetch } = useListsWith(propertyId)
  const { apply } = useChangeList()
  const isConsumer = useUser().role === 'CONSUMER_USER'
  if (error && !data) return <LoadFailure what="The lists" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={28} width={160} role="status" aria-label="Loading the lists" />
  if (data.items.length === 0) return 'On none of your lists.'
  return (
    <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Lists with this property">
      {data.items.map(({ id, name }) => (
        <Paper component="li" key={id} withBorder radius="sm" px={10}>
          <Group gap={4} wrap="nowrap" fz="sm">
            {isConsumer ? (
              <AnchorLink to="/portal/lead-finder" search={{ criteria: buildListCriteria(id) }}>
                {name}
              </AnchorLink>
            ) : (
              name
            )}
            <ActionIcon
              size={24}
              radius="xs"
              c="dimmed"
              mr={-8}
              aria-label={`Remove from ${name}`}
              data-hint="Remove from this list"
              onClick={() => apply('REMOVE', id, { propertyIds: [propertyId] })}
            >
              <X size={14} aria-hidden="true" />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
    </Group>
  )
}
