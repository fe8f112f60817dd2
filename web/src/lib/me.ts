import { auth } from '@dooryard/contract/auth'
import { type CreditSetting, creditSettings } from '@dooryard/contract/credits'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from './query.ts'
import { session, useSession } from './session.ts'

/** The signed-in user and what they can spend. */
export const me = () => queryOf(auth.me, {})

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
