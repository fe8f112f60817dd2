import { createFileRoute } from '@tanstack/react-router'
import { LettersScreen } from '../../features/letters/letters-screen.tsx'
import { LettersSearch } from '../../features/letters/letters-search.ts'
import { buildSearchOptions } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/letters')({
  ...buildSearchOptions(LettersSearch),
  component: function LettersRoute() {
    return <LettersScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
