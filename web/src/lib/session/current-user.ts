import { type CreditSetting, creditSettings } from '@dooryard/contract/billing/credits'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { buildQuery } from '../api/query.ts'
import { currentUserQuery } from './current-user-query.ts'
import { session, useSession } from './session.ts'

/** Updates the session from the server. A changed role grants and revokes screens at once. */
export function useUserRefresh() {
  const router = useRouter()
  const { data, isFetchedAfterMount } = useQuery(currentUserQuery())
  useEffect(() => {
    const { user: known } = session.get()
    if (!data || !isFetchedAfterMount || JSON.stringify(data.user) === JSON.stringify(known)) return
    session.update({ user: data.user })
    if (known?.role !== data.user.role) void router.invalidate()
  }, [data, isFetchedAfterMount, router])
}

/** The credits per lead of each campaign type: from the sign-in at once, then from the server. */
export function useCreditSettings(): CreditSetting[] | undefined {
  const { creditSettings: known } = useSession()
  const { data } = useQuery(buildQuery(creditSettings.list, {}))
  useEffect(() => {
    if (data && JSON.stringify(data) !== JSON.stringify(session.get().creditSettings))
      session.update({ creditSettings: data })
  }, [data])
  return data ?? known ?? undefined
}

/** Calls when the user's balance has changed since it was first known. */
export function useBalanceChange(onChange: () => void) {
  const balance = JSON.stringify(useQuery(currentUserQuery()).data?.balance)
  const known = useRef(balance)
  const change = useEffectEvent(onChange)
  useEffect(() => {
    const before = known.current
    known.current = balance
    if (before !== undefined && before !== balance) change()
  }, [balance])
}
