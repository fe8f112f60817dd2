import { adminUsers } from '@dooryard/contract/admin-users'
import { type CouponChange, type CouponDraft, type couponStates, coupons } from '@dooryard/contract/coupons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf } from '../../lib/query.ts'

/** What the address of the screen says. */
export type CouponsState = {
  page: number
  limit: number
  search?: string | undefined
  state?: (typeof couponStates)[number] | undefined
}

export const couponPage = (query: CouponsState) => liveQueryOf(coupons.list, { query })

/** Affiliates by a part of their name or email. */
export const affiliates = (search: string) =>
  liveQueryOf(adminUsers.list, {
    query: { search: search || undefined, role: ['AFFILIATE_USER'], limit: 20, sort: 'name', order: 'asc' },
  })

function useCouponMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const cache = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => cache.invalidateQueries({ queryKey: keyOf(coupons.list) }) })
}

export const useCreateCoupon = () => useCouponMutation((body: CouponDraft) => api.call(coupons.create, { body }))

export const useChangeCoupon = () =>
  useCouponMutation(({ id, body }: { id: string; body: CouponChange }) =>
    api.call(coupons.change, { params: { id }, body }),
  )

export const useActivateCoupon = () =>
  useCouponMutation(({ id, isActive }: { id: string; isActive: boolean }) =>
    api.call(coupons.activate, { params: { id }, body: { isActive } }),
  )

export const useArchiveCoupon = () => useCouponMutation((id: string) => api.call(coupons.archive, { params: { id } }))
