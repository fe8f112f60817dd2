import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CampaignsScreen } from '../../../features/campaigns/campaigns-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'

const CampaignsSearch = z.object({ ...pageSearch, search: textSearch })

export const Route = createFileRoute('/portal/campaigns/')({
  validateSearch: CampaignsSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function CampaignsRoute() {
    const navigate = Route.useNavigate()
    return (
      <CampaignsScreen
        state={Route.useSearch()}
        onState={(change, how) =>
          void navigate({
            search: (old) => ({ ...old, ...change }),
            replace: how?.replace ?? 'search' in change,
            resetScroll: false,
          })
        }
      />
    )
  },
})
