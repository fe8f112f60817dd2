import { type BuyerList, buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../lib/api/query.ts'

const none: BuyerList[] = []

/** The user's buyer lists by name; empty until they are loaded. */
export const useBuyerLists = (): readonly BuyerList[] => useQuery(buildQuery(buyerLists.list, {})).data?.items ?? none
