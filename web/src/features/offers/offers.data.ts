import { billing } from '@dooryard/contract/billing'
import { sandbox } from '@dooryard/contract/payments'
import { adminOffers } from '@dooryard/contract/plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query.ts'

/** A plan or a pack as it is edited: whole credits, cents. */
export type Offer = {
  kind: 'plan' | 'pack'
  id?: string | undefined
  name: string
  credits: number
  price: number
  isActive: boolean
}

export const planList = () => queryOf(adminOffers.listPlans, {})
export const packList = () => queryOf(adminOffers.listPacks, {})

function save({ kind, id, credits, ...facts }: Offer): Promise<unknown> {
  if (kind === 'plan') {
    const body = { ...facts, monthlyCredits: credits }
    return id ? api.call(adminOffers.changePlan, { params: { id }, body }) : api.call(adminOffers.createPlan, { body })
  }
  const body = { ...facts, credits }
  return id ? api.call(adminOffers.changePack, { params: { id }, body }) : api.call(adminOffers.createPack, { body })
}

/** Puts something on offer, or with an `id` changes it. */
export function useSaveOffer() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSettled: () =>
      Promise.all(
        [adminOffers.listPlans, adminOffers.listPacks, billing.info].map((endpoint) =>
          cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      ),
  })
}

/** The clock of the sandbox; nothing where another provider takes the money. */
export const useSandboxClock = () => useQuery(queryOf(sandbox.clock, {}))

export function useAdvanceClock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (days: number) => api.call(sandbox.advance, { body: { days } }),
    onSettled: () => cache.invalidateQueries(),
  })
}
