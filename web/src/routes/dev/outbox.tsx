import { createFileRoute } from '@tanstack/react-router'
import { OutboxScreen } from '../../features/outbox/outbox-screen.tsx'
import { OutboxSearch } from '../../features/outbox/outbox-search.ts'

export const Route = createFileRoute('/dev/outbox')({
  validateSearch: OutboxSearch,
  component: function OutboxRoute() {
    const navigate = Route.useNavigate()
    return (
      <OutboxScreen
        {...Route.useSearch()}
        onFilter={(to) => void navigate({ search: { to: to || undefined }, replace: true })}
      />
    )
  },
})
