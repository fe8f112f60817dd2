import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { PropertyScreen } from '../../../features/property/property-screen.tsx'
import { type OnValuationState, ValuationState } from '../../../features/property/value/valuation-state.ts'
import { buildSearchOptions, optionalParam } from '../../../lib/navigation/search-params.ts'

const numberSearch = optionalParam(z.number())
const idsSearch = optionalParam(z.array(z.string()))

/** The search parameters as every screen has to parse them; the allowed values are validated by this screen alone. */
const RawSearch = z.object({
  ...{ miles: numberSearch, months: numberSearch, area: numberSearch, sameType: optionalParam(z.boolean()) },
  ...{ excluded: idsSearch, added: idsSearch },
  ...{ value: numberSearch, percent: numberSearch, repairs: numberSearch, fee: numberSearch },
})

export const Route = createFileRoute('/portal/properties/$propertyId')({
  ...buildSearchOptions(RawSearch),
  component: function PropertyRoute() {
    const { propertyId } = Route.useParams()
    const navigate = Route.useNavigate()
    const search = Route.useSearch()
    const state = useMemo(() => ValuationState.parse(search), [search])
    const onState: OnValuationState = (change) =>
      void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
    return <PropertyScreen key={propertyId} id={propertyId} state={state} onState={onState} />
  },
})
