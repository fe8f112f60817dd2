import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/portal/')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function HomeRoute() {
    const navigate = Route.useNavigate()
    return (
      <HomeScreen
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({ search: (old) => ({ ...old, ...change }), ...how, resetScroll: false })
        }
      />
    )
  },
})
