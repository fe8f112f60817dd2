import { account } from '@dooryard/contract/account'
import { type CreditSetting, creditSettings } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryOf } from './query.ts'
import { session, useSession } from './session.ts'

/** The signed-in user and what they can spend. */
export const me = () => queryOf(account.me, {})

/** Takes over what the server says of the user; a role that has changed opens and closes screens at once. */
export function useFreshUser() {
  const router = useRouter()
  const { data, isFetchedAfterMount } = useQuery(me())
  useEffect(() => {
    const { user: known } = session.get()
    if (!data || !isFetchedAfterMount || JSON.stringify(data.user) === JSON.stringify(known)) return
    session.update({ user: data.user })
    if (known?.role !== data.user.role) void router.invalidate()
  }, [data, isFetchedAfterMount, router])
}

/** What a lead of each type costs: from the sign-in at once, and from the server as soon as it answers. */
export function useCreditSettings(): CreditSetting[] | undefined {
  const { creditSettings: known } = useSession()
  const { data } = useQuery(queryOf(creditSettings.list, {}))
  useEffect(() => {
    if (data && JSON.stringify(data) !== JSON.stringify(session.get().creditSettings))
      session.update({ creditSettings: data })
  }, [data])
  return data ?? known ?? undefined
}

/** Calls when the user's balance has changed since it was first known. */
export function useBalanceChange(onChange: () => void) {
  const balance = JSON.stringify(useQuery(me()).data?.balance)
  const known = useRef(balance)
  const change = useEffectEvent(onChange)
  useEffect(() => {
    const before = known.current
    known.current = balance
    if (before !== undefined && before !== balance) change()
  }, [balance])
}
