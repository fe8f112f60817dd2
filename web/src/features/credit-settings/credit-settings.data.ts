import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import {
  adminCreditSettings,
  type CreditSettingChange,
  type CreditSettingDraft,
  creditSettings,
} from '@dooryard/contract/credits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query.ts'

/** What a lead of each campaign type costs. */
export const settingList = () => queryOf(adminCreditSettings.list, {})

/** What a change of a setting would bear upon; an answer is not kept, for it tells of that moment. */
export const effectOf = (id: string, body: CreditSettingChange) => ({
  ...queryOf(creditSettingEffects.foresee, { params: { id }, body }),
  gcTime: 0,
  // Somebody waits to save: better told soon that it cannot be said.
  retry: 1,
})

function useRefreshed() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [adminCreditSettings.list, creditSettings.list].map((endpoint) =>
        cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}

/** Puts a type on offer, or with an `id` changes what it costs. */
export function useSaveSetting() {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: ({ id, ...draft }: CreditSettingDraft & { id?: string | undefined }) => {
      if (id === undefined) return api.call(adminCreditSettings.create, { body: draft })
      const { key: _, description = null, ...rest } = draft
      const body: CreditSettingChange = { ...rest, description }
      return api.call(adminCreditSettings.change, { params: { id }, body })
    },
    onSettled,
  })
}

export function useRemoveSetting() {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (id: string) => api.call(adminCreditSettings.remove, { params: { id } }),
    onSettled,
  })
}
