import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiReferenceScreen } from '../../features/api-reference/api-reference-screen.tsx'
import { textSearch } from '../../lib/navigation/search-params.ts'

export const Route = createFileRoute('/portal/api-reference')({
  validateSearch: z.object({ call: textSearch }),
  component: function ApiReferenceRoute() {
    const { call } = Route.useSearch()
    const navigate = Route.useNavigate()
    const toCall = (to: string | undefined) =>
      void navigate({ search: { call: to }, replace: true, resetScroll: false })
    return <ApiReferenceScreen call={call} onCall={toCall} />
  },
})
