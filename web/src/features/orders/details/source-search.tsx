import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../lib/session/use-user.ts'

type SourceSearchProps = { search: NonNullable<OrderDetail['savedSearch']>; isOwn: boolean }

/** The saved search that the audience comes from, by the name it had; a link for its owner. */
export function SourceSearch({ search: { id, name }, isOwn }: SourceSearchProps) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <Text fz="sm" c="dimmed" mb={8} style={{ overflowWrap: 'anywhere' }}>
      From saved search{' '}
      {isOwn ? (
        <Link to={isConsumer ? '/portal/lead-finder' : '/portal/campaigns/create'} search={{ saved: id }}>
          {name}
        </Link>
      ) : (
        name
      )}
    </Text>
  )
}
