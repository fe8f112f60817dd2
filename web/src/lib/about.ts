import { about } from '@dooryard/contract/about'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from './query.ts'

/** How this portal is run. It stays the same for as long as a tab is open. */
export const aboutPortal = () => ({ ...queryOf(about.get, {}), staleTime: Number.POSITIVE_INFINITY })

/** The same; undefined until it is known. */
export const useAbout = () => useQuery(aboutPortal()).data
