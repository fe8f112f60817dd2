import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import {
  adminCreditSettings,
  type CreditSetting,
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

type Given = CreditSettingDraft & { before: CreditSetting | undefined }

/** Puts a type on offer, or changes what it costs from what it was `before`. */
export function useSaveSetting() {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: ({ before, ...draft }: Given) => {
      if (!before) return api.call(adminCreditSettings.create, { body: draft })
      const { key: _, description = null, ...rest } = draft
      const { id, creditRequired, minCampaignVolume, isActive } = before
      const expected = { creditRequired, minCampaignVolume, isActive }
      return api.call(adminCreditSettings.change, { params: { id }, body: { ...rest, description, expected } })
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
